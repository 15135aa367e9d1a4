# Runs in Godot 3: evaluates imported files and writes positions. The jobs are in res://jobs.json, a
# list of {name, file, frames: [{clip, animation, time}]}, where clip -1 is the rest pose.
# Writes res://NAME.bin, the positions of all frames as 32-bit floats, and res://NAME.json, the counts.
#
# Positions are those that the GPU would draw: blend shapes, then the weighted sum of
# bone pose * bind pose, then the transform of the MeshInstance, from the arrays of the imported mesh.
extends SceneTree


func _init():
	var file = File.new()
	file.open("res://jobs.json", File.READ)
	var jobs = parse_json(file.get_as_text())
	file.close()
	for job in jobs:
		evaluate(job)
	quit()


func evaluate(job):
	var packed = ResourceLoader.load("res://" + job.file)
	var scene = packed.instance() if packed != null else null
	if scene == null:
		return
	get_root().add_child(scene)
	var meshes = []
	var players = []
	var skeletons = []
	collect(scene, meshes, players, skeletons)
	var names = []
	if players.size() > 0:
		names = Array(players[0].get_animation_list())
	var joints = {}
	for mesh in meshes:
		var skeleton = skeleton_of(mesh)
		if skeleton != null and mesh.skin != null:
			for bind in range(mesh.skin.get_bind_count()):
				joints[str(skeleton.get_instance_id(), " ", bone_of(mesh.skin, bind, skeleton))] = true

	var surfaces = []
	for mesh in meshes:
		for surface in range(mesh.mesh.get_surface_count()):
			if mesh.mesh.surface_get_primitive_type(surface) == Mesh.PRIMITIVE_TRIANGLES:
				surfaces.append({
					"instance": mesh,
					"arrays": mesh.mesh.surface_get_arrays(surface),
					"shapes": mesh.mesh.surface_get_blend_shape_arrays(surface),
				})

	var out = File.new()
	out.open("res://" + job.name + ".bin", File.WRITE)
	for frame in job.frames:
		if frame.clip >= 0:
			var at = names.find(frame.animation)
			if at < 0 and (names.size() == 1 or frame.animation == ""):
				at = unnamed(names, job.frames)
			if at < 0:
				continue
			reset(scene)
			players[0].play(names[at])
			players[0].seek(frame.time, true)
			players[0].advance(0)
		else:
			reset(scene)
		# Otherwise done at the end of a frame: the meshes attached to bones are moved.
		for skeleton in skeletons:
			skeleton.notification(Skeleton.NOTIFICATION_UPDATE_SKELETON)
		var points = PoolVector3Array()
		for surface in surfaces:
			points.append_array(positions(surface))
		var bytes = StreamPeerBuffer.new()
		for point in points:
			bytes.put_float(point.x)
			bytes.put_float(point.y)
			bytes.put_float(point.z)
		out.store_buffer(bytes.data_array)
	out.close()

	var vertices = 0
	for surface in surfaces:
		vertices += surface.arrays[Mesh.ARRAY_VERTEX].size()
	var report = File.new()
	report.open("res://" + job.name + ".json", File.WRITE)
	report.store_string(to_json({
		"joints": joints.size(),
		"clips": names.size(),
		"meshes": meshes.size(),
		"vertices": vertices,
		"names": names,
	}))
	report.close()
	scene.free()


# Returns the first clip whose name no frame has: the importer names clips without a name itself.
func unnamed(names, frames):
	for i in range(names.size()):
		var known = false
		for frame in frames:
			known = known or (frame.clip >= 0 and frame.animation == names[i])
		if not known:
			return i
	return -1


# Finds the meshes that are drawn, the animation players and the skeletons.
func collect(node, meshes, players, skeletons):
	if node is Skeleton:
		skeletons.append(node)
	if node is AnimationPlayer:
		players.append(node)
	if node is MeshInstance and node.is_visible_in_tree() and node.mesh != null:
		meshes.append(node)
	for child in node.get_children():
		collect(child, meshes, players, skeletons)


func skeleton_of(mesh):
	var node = mesh.get_node_or_null(mesh.skeleton)
	return node if node is Skeleton else null


func bone_of(skin, bind, skeleton):
	var name = skin.get_bind_name(bind)
	return skeleton.find_bone(name) if name != "" else skin.get_bind_bone(bind)


# Restores the transforms that the file has without a clip.
func reset(scene):
	var stack = [scene]
	while not stack.empty():
		var node = stack.pop_back()
		if node is AnimationPlayer:
			node.stop()
		elif node is Skeleton:
			for bone in range(node.get_bone_count()):
				if not node.has_meta(str("pose", bone)):
					node.set_meta(str("pose", bone), node.get_bone_pose(bone))
				node.set_bone_pose(bone, node.get_meta(str("pose", bone)))
		if node is Spatial:
			if not node.has_meta("rest"):
				node.set_meta("rest", node.transform)
			node.transform = node.get_meta("rest")
		if node is MeshInstance and node.mesh is ArrayMesh:
			for shape in range(node.mesh.get_blend_shape_count()):
				var path = "blend_shapes/" + node.mesh.get_blend_shape_name(shape)
				if not node.has_meta(path):
					node.set_meta(path, node.get(path))
				node.set(path, node.get_meta(path))
		for child in node.get_children():
			stack.append(child)


# Returns the world positions of a surface.
func positions(surface):
	var mesh = surface.instance
	var at = surface.arrays[Mesh.ARRAY_VERTEX]
	var shapes = surface.shapes
	if shapes.size() > 0:
		var relative = mesh.mesh.blend_shape_mode == Mesh.BLEND_SHAPE_MODE_RELATIVE
		var rest = at
		at = PoolVector3Array(at)
		for shape in range(shapes.size()):
			var weight = mesh.get("blend_shapes/" + mesh.mesh.get_blend_shape_name(shape))
			if weight == 0:
				continue
			var target = shapes[shape][Mesh.ARRAY_VERTEX]
			for v in range(at.size()):
				var move = target[v] if relative else target[v] - rest[v]
				at.set(v, at[v] + move * weight)

	var world = mesh.global_transform
	var out = PoolVector3Array()
	out.resize(at.size())
	var skeleton = skeleton_of(mesh)
	var bones = surface.arrays[Mesh.ARRAY_BONES]
	if skeleton == null or mesh.skin == null or bones == null or bones.size() == 0:
		for v in range(at.size()):
			out[v] = world.xform(at[v])
		return out

	var weights = surface.arrays[Mesh.ARRAY_WEIGHTS]
	var matrices = []
	for bind in range(mesh.skin.get_bind_count()):
		var bone = bone_of(mesh.skin, bind, skeleton)
		matrices.append(skeleton.get_bone_global_pose(bone) * mesh.skin.get_bind_pose(bind))
	for v in range(at.size()):
		var sum = Vector3()
		for i in range(4 * v, 4 * v + 4):
			if weights[i] != 0:
				sum += matrices[int(bones[i])].xform(at[v]) * weights[i]
		out[v] = world.xform(sum)
	return out
