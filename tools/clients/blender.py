"""Runs in Blender: blender -b --factory-startup -P blender.py -- JOBS.json

Imports files and writes what Blender shows. JOBS is a list of {name, file, frames, views}: frames are
{clip, time}, where clip -1 is the rest pose; views are {frame, kind, eye, target, degrees, side, near,
far}. Writes NAME.bin beside JOBS, the positions of all frames as 32-bit floats, NAME-K.tga, the
picture of view K, and NAME.json, the counts.

Positions are those of the evaluated meshes, after shape keys and the armature modifier, in the
axes of glTF. The rest pose is that of the nodes of the file, without an action.

Pictures are drawn by Cycles, which needs no GPU. The imported materials stay, but their base colours
(kind "colours") or normals (kind "normals") are drawn as they are, without light.
"""

import array
import json
import pathlib
import sys
import traceback

import bpy
import mathutils
import numpy

# The importer of Blender 3.4 uses a name that NumPy 1.24 no longer has; Debian 12 ships both.
if "bool" not in vars(numpy):
    numpy.bool = bool

SAMPLES = 16  # Per pixel.
TRANSFORM = ("location", "rotation_quaternion", "scale")


def animated():
    """Returns everything that can have an action."""
    keys = [mesh.shape_keys for mesh in bpy.data.meshes if mesh.shape_keys]
    return [owner for owner in [*bpy.data.objects, *keys] if owner.animation_data]


def rest_state():
    """Returns the values that clips may change, as (owner, attribute, value)."""
    state = []
    for item in bpy.data.objects:
        bones = item.pose.bones if item.pose else []
        for owner in [item, *bones]:
            state += [(owner, name, getattr(owner, name).copy()) for name in TRANSFORM]
    for mesh in bpy.data.meshes:
        if mesh.shape_keys:
            state += [(key, "value", key.value) for key in mesh.shape_keys.key_blocks]
    return state


def show(state, track, time):
    """Shows a clip, by the name of its NLA tracks, at a time; the rest pose without a track."""
    for owner in animated():
        owner.animation_data.action = None
        for candidate in owner.animation_data.nla_tracks:
            if candidate.name == track:
                owner.animation_data.action = candidate.strips[0].action
    for owner, name, value in state:
        setattr(owner, name, value)
    frame = time * bpy.context.scene.render.fps
    bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
    bpy.context.view_layer.update()


def positions(shown):
    """Returns the world positions of all vertices of objects, in the axes of glTF."""
    out = array.array("f")
    graph = bpy.context.evaluated_depsgraph_get()
    for item in shown:
        evaluated = item.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        world = evaluated.matrix_world
        for vertex in mesh.vertices:
            x, y, z = world @ vertex.co
            out.extend((x, z, -y))
        evaluated.to_mesh_clear()
    return out


def z_up(at):
    """Returns a point of glTF in the axes of Blender."""
    return mathutils.Vector((at[0], -at[2], at[1]))


class Nodes:
    """Adds nodes to a material; a value is a socket or a number."""

    def __init__(self, tree):
        self.tree = tree

    def add(self, kind, *values, **settings):
        node = self.tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        for socket, value in zip(node.inputs, values):
            self.set(socket, value)
        return node

    def set(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def math(self, operation, *values):
        return self.add("ShaderNodeMath", *values, operation=operation).outputs[0]

    def vector(self, operation, output, *values):
        return self.add("ShaderNodeVectorMath", *values, operation=operation).outputs[output]


def source(node, name):
    """Returns what an input of a node is linked to, or its value."""
    socket = node.inputs[name]
    return socket.links[0].from_socket if socket.links else socket.default_value


class Look:
    """A material that is drawn without light."""

    def __init__(self, material):
        material.use_nodes = True
        self.nodes = nodes = Nodes(material.node_tree)
        kinds = {node.type: node for node in material.node_tree.nodes}
        shader = kinds.get("BSDF_PRINCIPLED")
        lit = shader is not None
        shader = shader or kinds["EMISSION"]
        self.colour = source(shader, "Base Color" if lit else "Color")
        normal = source(shader, "Normal") if lit else None
        geometry = nodes.add("ShaderNodeNewGeometry")
        self.normal = normal if isinstance(normal, bpy.types.NodeSocket) else geometry.outputs["Normal"]
        seen = source(shader, "Alpha") if lit and material.blend_method != "OPAQUE" else 1.0
        if material.blend_method == "CLIP":
            seen = nodes.math("GREATER_THAN", seen, material.alpha_threshold - 1e-6)
        if material.use_backface_culling:
            front = nodes.math("SUBTRACT", 1.0, geometry.outputs["Backfacing"])
            seen = nodes.math("MULTIPLY", seen, front)
        clear = nodes.add("ShaderNodeBsdfTransparent").outputs[0]
        self.emission = nodes.add("ShaderNodeEmission")
        both = nodes.add("ShaderNodeMixShader", seen, clear, self.emission.outputs[0])
        output = material.node_tree.get_output_node("CYCLES")
        nodes.set(output.inputs["Surface"], both.outputs[0])

    def show(self, kind, axes):
        """Draws base colours; or normals along the axes of the camera, -1 to 1 as 0 to 1."""
        if kind == "colours":
            self.set(self.colour)
            return
        nodes = self.nodes
        parts = [nodes.vector("DOT_PRODUCT", "Value", self.normal, tuple(axis)) for axis in axes]
        joined = nodes.add("ShaderNodeCombineXYZ", *parts).outputs[0]
        self.set(nodes.vector("MULTIPLY_ADD", "Vector", joined, (0.5,) * 3, (0.5,) * 3))

    def set(self, colour):
        socket = self.emission.inputs["Color"]
        for link in socket.links:
            self.nodes.tree.links.remove(link)
        self.nodes.set(socket, colour)


def looks_of(shown):
    """Returns the looks of all materials; meshes without one get the white one of glTF."""
    white = bpy.data.materials.new("white")
    white.use_nodes = True
    white.use_backface_culling = True
    white.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (1, 1, 1, 1)
    for item in shown:
        if not item.data.materials:
            item.data.materials.append(white)
        for slot in item.material_slots:
            slot.material = slot.material or white
    return [Look(material) for material in {slot.material for item in shown for slot in item.material_slots}]


def prepare(scene):
    scene.render.engine = "CYCLES"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.use_denoising = False
    scene.cycles.pixel_filter_type = "BOX"
    scene.cycles.max_bounces = 0
    scene.cycles.transparent_max_bounces = 32
    scene.render.film_transparent = True
    scene.view_settings.view_transform = "Standard"
    scene.render.image_settings.file_format = "TARGA_RAW"
    scene.render.image_settings.color_mode = "RGBA"
    scene.camera = bpy.data.objects.new("view", bpy.data.cameras.new("view"))
    scene.collection.objects.link(scene.camera)


def draw(looks, view, path):
    scene = bpy.context.scene
    camera = scene.camera
    eye = z_up(view["eye"])
    turn = (z_up(view["target"]) - eye).to_track_quat("-Z", "Y")
    camera.matrix_world = mathutils.Matrix.LocRotScale(eye, turn, None)
    camera.data.angle = numpy.radians(view["degrees"])
    camera.data.clip_start, camera.data.clip_end = view["near"], view["far"]
    scene.render.resolution_x = scene.render.resolution_y = view["side"]
    for look in looks:
        look.show(view["kind"], turn.to_matrix().col)
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)


def evaluate(job, folder):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # The importer ends by showing the first clip, which overwrites the transforms of the nodes.
    from io_scene_gltf2.blender.imp.gltf2_blender_animation import BlenderAnimation

    BlenderAnimation.restore_animation = staticmethod(lambda gltf, name: None)
    bpy.ops.import_scene.gltf(filepath=job["file"])
    state = rest_state()
    shown = [item for item in bpy.context.scene.objects if item.type == "MESH" and item.visible_get()]
    tracks = {track.name for owner in animated() for track in owner.animation_data.nla_tracks}
    joints = set()
    for item in shown:
        for modifier in item.modifiers:
            if modifier.type == "ARMATURE" and modifier.object:
                bones = modifier.object.data.bones
                joints.update((modifier.object.name, group.name) for group in item.vertex_groups if group.name in bones)
    looks = looks_of(shown) if job["views"] else []
    prepare(bpy.context.scene)
    with open(folder / f"{job['name']}.bin", "wb") as out:
        for number, frame in enumerate(job["frames"]):
            # The importer names clips without a name itself.
            track = None if frame["clip"] < 0 else frame["animation"] or f"Anim_{frame['clip']}"
            if track is not None and track not in tracks:
                if len(tracks) != 1:
                    raise ValueError(f"no clip {track}")
                (track,) = tracks
            show(state, track, frame["time"])
            positions(shown).tofile(out)
            for k, view in enumerate(job["views"]):
                if view["frame"] == number and view["kind"] != "lit":
                    draw(looks, view, folder / f"{job['name']}-{k}.tga")
    counts = {
        "joints": len(joints),
        "clips": len(tracks),
        "meshes": len(shown),
        "vertices": sum(len(item.data.vertices) for item in shown),
        "errors": [],
    }
    (folder / f"{job['name']}.json").write_text(json.dumps(counts))


def main():
    jobs = pathlib.Path(sys.argv[sys.argv.index("--") + 1])
    for job in json.loads(jobs.read_text()):
        try:
            evaluate(job, jobs.parent)
        except Exception:
            traceback.print_exc()


main()
