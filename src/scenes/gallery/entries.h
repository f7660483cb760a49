// One function per gallery scene, in the order of the gallery. Internal to this room.
#pragma once

#include "scenes/gallery.h"

namespace stiction {

GalleryEntry incline_entry();
GalleryEntry bounce_entry();
GalleryEntry slide_to_roll_entry();
GalleryEntry stack_entry();
GalleryEntry pinch_entry();
GalleryEntry wall_entry();
GalleryEntry arch_entry();
GalleryEntry arch_keystone_entry();
GalleryEntry arch_leg_entry();
GalleryEntry semicircular_arch_entry();
GalleryEntry card_house_entry();
GalleryEntry card_house_impact_entry();
GalleryEntry kapla_tower_entry();
GalleryEntry domino_entry();
GalleryEntry log_house_entry();
GalleryEntry tumble_entry();
GalleryEntry rocks_on_a_slope_entry();
GalleryEntry pile_entry();
GalleryEntry cube_pile_entry();
GalleryEntry bunny_drop_entry();
GalleryEntry turntable_entry();
GalleryEntry conveyor_entry();
GalleryEntry shaker_entry();
GalleryEntry ball_bearing_entry();
GalleryEntry nut_on_bolt_entry();
GalleryEntry haptic_entry();
GalleryEntry modal_beam_entry();
GalleryEntry stvk_beam_entry();
GalleryEntry bunnies_and_arches_entry();
GalleryEntry dinosaurs_entry();
GalleryEntry soft_gripper_entry();
GalleryEntry soft_stack_entry();
GalleryEntry chairs_entry();
GalleryEntry hybrid_entry();
GalleryEntry composites_entry();
GalleryEntry pegboard_entry();
GalleryEntry jam_tubes_entry();
GalleryEntry four_bar_entry();
GalleryEntry slider_crank_entry();
GalleryEntry chain_entry();
GalleryEntry block_feeder_entry();
GalleryEntry double_action_jack_entry();
GalleryEntry painleve_rod_entry();
GalleryEntry gripper_entry();
GalleryEntry skittles_entry();
GalleryEntry bucket_entry();
GalleryEntry soft_incline_entry();
GalleryEntry walking_table_entry();
GalleryEntry penalty_incline_entry();
GalleryEntry clamped_box_entry();
GalleryEntry inclined_membrane_entry();
GalleryEntry soft_pyramid_entry();
GalleryEntry basket_entry();
GalleryEntry four_balls_entry();

}  // namespace stiction
