"""Runs in Blender: blender -b --factory-startup -P decimate.py -- IN.glb OUT-FOLDER RATIO…

Writes what Blender's exporter makes of a character, once as it is (1.glb) and once per ratio with the
Decimate modifier (collapse) applied to every mesh at rest (RATIO.glb): the mesh that an artist would
export. Vertices that the file repeats along seams are merged on import, since Decimate tears them apart
otherwise. All files have the same clips, so they can be compared frame by frame.
"""

import sys

import bpy
import numpy

# The importer of Blender 3.4 uses a name that NumPy 1.24 no longer has; Debian 12 ships both.
if "bool" not in vars(numpy):
    numpy.bool = bool

# The exporter samples clips once per frame of the scene: twice the frames that are measured.
FRAMES_PER_SECOND = 60


def load(file):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FRAMES_PER_SECOND
    bpy.ops.import_scene.gltf(filepath=file, merge_vertices=True)
    # The importer adds a sphere that shows joints.
    for item in [o for o in bpy.data.objects if o.type == "MESH" and not o.vertex_groups and o.name.startswith("Icosphere")]:
        bpy.data.objects.remove(item)


def decimate(ratio):
    for item in [o for o in bpy.data.objects if o.type == "MESH"]:
        bpy.context.view_layer.objects.active = item
        modifier = item.modifiers.new("Decimate", "DECIMATE")
        modifier.decimate_type = "COLLAPSE"
        modifier.ratio = ratio
        modifier.use_collapse_triangulate = True
        # First of all, so that it sees the mesh at rest and not a pose.
        bpy.ops.object.modifier_move_to_index(modifier=modifier.name, index=0)
        bpy.ops.object.modifier_apply(modifier=modifier.name)


def main(file, folder, ratios):
    for ratio in ["1", *ratios]:
        load(file)
        if ratio != "1":
            decimate(float(ratio))
        bpy.ops.export_scene.gltf(filepath=f"{folder}/{ratio}.glb", export_format="GLB")


arguments = sys.argv[sys.argv.index("--") + 1 :]
main(arguments[0], arguments[1], arguments[2:])
