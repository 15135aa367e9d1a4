"""Runs in Blender: blender -b --factory-startup -P fbx.py -- FILE.fbx RESULT MAX_TIMES

Imports an FBX file and writes where its vertices are: RESULT.json is a list of {clip, time}, where an empty
clip is the file without clips, and RESULT.bin has the positions of all of them, 32-bit floats in the axes
of glTF. Times are seconds of the clip as Sinew counts them, all of them keys of everything that moves:
between keys Blender's importer goes in lines, whatever the file says.
"""

import array
import json
import pathlib
import sys

import bpy
import numpy

# The importer of Blender 3.4 uses a name that NumPy 1.24 no longer has; Debian 12 ships both.
if "bool" not in vars(numpy):
    numpy.bool = bool

FIRST_FRAME = 1  # Time 0 in Blender, by default of the importer.
TICKS = 46186158000  # Per second.


def starts_of(file):
    """Returns the start that the file states for each of its clips, in seconds."""
    from io_scene_fbx import parse_fbx

    root, _ = parse_fbx.parse(file)
    starts = {}
    for stack in (item for part in root.elems if part.id == b"Objects" for item in part.elems):
        if stack.id == b"AnimationStack":
            properties = [item.props for part in stack.elems if part.id == b"Properties70" for item in part.elems]
            found = [values[4] for values in properties if values[0] == b"LocalStart"]
            name = stack.props[1].split(b"\x00")[0].decode()
            starts[name] = found[0] / TICKS if found else 0
    return starts


def owners():
    """Returns everything that can have an action."""
    keys = [mesh.shape_keys for mesh in bpy.data.meshes if mesh.shape_keys]
    return [*(item for item in bpy.data.objects if item.type not in ("CAMERA", "LIGHT")), *keys]


def show(clip):
    """Gives everything its action of a clip; returns the actions."""
    used = []
    for owner in owners():
        # The name of a layer follows, unless it is that of the clip; long names are cut.
        name = f"{owner.name}|{clip}"
        found = [action for action in bpy.data.actions if clip and f"{action.name}|".startswith(f"{name}|"[:63])]
        if owner.animation_data or found:
            (owner.animation_data or owner.animation_data_create()).action = found[0] if found else None
        used += found[:1]
    return used


def common_keys(actions):
    """Returns the frames that are keys of all curves, or outside their keys."""
    curves = [sorted({key.co[0] for key in curve.keyframe_points}) for action in actions for curve in action.fcurves]
    sets = {tuple(frames) for frames in curves}
    frames = sorted({frame for frames in sets for frame in frames})
    return [at for at in frames if all(at <= keys[0] or at >= keys[-1] or at in keys for keys in sets)]


def spread(frames, count):
    """Returns at most some of the frames, evenly from the first to the last."""
    if len(frames) <= count:
        return frames
    return [frames[round(k * (len(frames) - 1) / (count - 1))] for k in range(count)]


def positions():
    out = array.array("f")
    graph = bpy.context.evaluated_depsgraph_get()
    for item in bpy.context.scene.objects:
        if item.type == "MESH":
            evaluated = item.evaluated_get(graph)
            mesh = evaluated.to_mesh()
            for vertex in mesh.vertices:
                x, y, z = evaluated.matrix_world @ vertex.co
                out.extend((x, z, -y))
            evaluated.to_mesh_clear()
    return out


def main():
    file, result, count = sys.argv[sys.argv.index("--") + 1 :]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.fbx(filepath=file)
    scene = bpy.context.scene
    rate = scene.render.fps / scene.render.fps_base
    shown = []
    with open(f"{result}.bin", "wb") as out:
        for clip, start in (starts_of(file) or {"": 0}).items():
            actions = show(clip)
            frames = common_keys(actions) or [FIRST_FRAME]
            firsts = [action.frame_range[0] for action in actions]
            begin = min([start, *((first - FIRST_FRAME) / rate for first in firsts)])
            for frame in spread(frames, int(count)):
                scene.frame_set(int(frame), subframe=frame - int(frame))
                bpy.context.view_layer.update()
                positions().tofile(out)
                shown.append({"clip": clip if actions else "", "time": (frame - FIRST_FRAME) / rate - begin})
    pathlib.Path(f"{result}.json").write_text(json.dumps(shown))


main()
