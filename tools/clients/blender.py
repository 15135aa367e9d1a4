"""Runs in Blender: blender -b --factory-startup -P evaluate_blender.py -- JOBS.json

Imports files and writes what Blender shows. JOBS is a list of {name, file, frames: [{clip, time}]},
where clip -1 is the rest pose. Writes NAME.bin beside JOBS, the positions of all frames as 32-bit
floats, and NAME.json, the counts.

Positions are those of the evaluated meshes, after shape keys and the armature modifier, in the
axes of glTF. The rest pose is that of the nodes of the file, without an action.
"""

import array
import json
import pathlib
import sys
import traceback

import bpy
import numpy

# The importer of Blender 3.4 uses a name that NumPy 1.24 no longer has; Debian 12 ships both.
if "bool" not in vars(numpy):
    numpy.bool = bool

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
    with open(folder / f"{job['name']}.bin", "wb") as out:
        for frame in job["frames"]:
            track = None if frame["clip"] < 0 else frame["animation"]
            if track is not None and track not in tracks:
                if len(tracks) != 1:
                    raise ValueError(f"no clip {track}")
                (track,) = tracks
            show(state, track, frame["time"])
            positions(shown).tofile(out)
    counts = {
        "joints": len(joints),
        "clips": len(tracks),
        "meshes": len(shown),
        "vertices": sum(len(item.data.vertices) for item in shown),
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
