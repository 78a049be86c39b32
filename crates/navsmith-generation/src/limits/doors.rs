//! Narrow passages that the erosion closes, or nearly.
//!
//! Ground that is farther from walls than the radius and one column consists of rooms. The rest of the ground is flooded
//! from them, the farthest from walls first, as in a watershed. Where two floods meet that start at places
//! without a short way through rooms, there is a passage. Its width is that at the place where they meet first.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use glam::DVec3;
use navsmith_core::graph::union_find::{join, root};
use rerecast::CompactHeightfield;

use super::{DoorLimit, LimitVerdict};
use crate::field::{ColumnRange, GridLevel};
use crate::settings::GenerationSettings;

/// Maximum number of spans at which floods meet.
const MOST_MEETINGS: usize = 1 << 18;

/// Maximum number of spans that are searched for a way beside a passage.
const MOST_SEARCHED: usize = 1 << 15;

/// Least width of a passage that is named, in multiples of the radius: half of what the agent needs.
const LEAST_WIDTH: f32 = 1.0;

/// Mark of a span without a flood.
const NONE: u32 = u32::MAX;

/// Open spans with their columns and distances.
struct Passages<'a> {
    field: &'a CompactHeightfield,
    /// By span: its column.
    columns: Vec<[u16; 2]>,
    /// By span: its distance from a wall or an edge, in halves of a column.
    distances: Vec<u16>,
    /// Least distance of a span in a room.
    room: u16,
}

/// Two neighbouring spans of two floods, and the lesser of their distances.
#[derive(Clone, Copy)]
struct Meeting {
    spans: [u32; 2],
    distance: u16,
}

/// Returns the narrow passages of a field. Costs about as much as its distance field.
pub(super) fn find(
    level: &GridLevel,
    range: ColumnRange,
    field: &CompactHeightfield,
    settings: &GenerationSettings,
) -> Vec<DoorLimit> {
    let radius = settings.radius_voxels();
    if radius == 0 {
        return Vec::new();
    }
    let passages = Passages::of(field, 2 * radius + 2);
    let sources = passages.flooded();
    let mut meetings = passages.meetings(&sources);
    meetings.truncate(MOST_MEETINGS);
    let least = usize::from(settings.columns(settings.least_area)).max(1);
    let groups = passages.groups_of(&meetings);
    let widest = groups.into_iter().filter_map(|group| group.into_iter().max_by_key(|it| it.distance));
    let doors =
        widest.filter(|meeting| passages.is_door(meeting.spans.map(|span| sources[span as usize]), least));
    let doors = doors.map(|meeting| passages.door(level, range, settings, meeting.spans[0]));
    doors.filter(|door| door.width >= LEAST_WIDTH * settings.agent.radius).collect()
}

impl<'a> Passages<'a> {
    fn of(field: &'a CompactHeightfield, room: u16) -> Self {
        let mut columns = vec![[0; 2]; field.spans.len()];
        for z in 0..field.height {
            for x in 0..field.width {
                columns[field.cell_at(x, z).index_range()].fill([x, z]);
            }
        }
        let mut passages = Self { field, columns, distances: vec![u16::MAX; field.spans.len()], room };
        passages.measure();
        passages
    }

    fn neighbor(&self, span: u32, direction: u8) -> Option<u32> {
        let [x, z] = self.columns[span as usize].map(i32::from);
        let other = self.field.spans[span as usize].con(direction)?;
        Some(self.field.con_indices(x, z, direction, other).2 as u32)
    }

    /// Measures the distances in two passes, as the erosion of Recast does.
    fn measure(&mut self) {
        let count = self.columns.len() as u32;
        for span in 0..count {
            if (0..4).any(|direction| self.neighbor(span, direction).is_none()) {
                self.distances[span as usize] = 0;
            }
        }
        let pass = |passages: &mut Self, span: u32, steps: [[u8; 2]; 2]| {
            for [first, second] in steps {
                let Some(near) = passages.neighbor(span, first) else { continue };
                let mut least = passages.distances[near as usize].saturating_add(2);
                if let Some(diagonal) = passages.neighbor(near, second) {
                    least = least.min(passages.distances[diagonal as usize].saturating_add(3));
                }
                let distance = &mut passages.distances[span as usize];
                *distance = (*distance).min(least);
            }
        };
        (0..count).for_each(|span| pass(self, span, [[0, 3], [3, 2]]));
        (0..count).rev().for_each(|span| pass(self, span, [[2, 1], [1, 0]]));
    }

    /// Returns the span in a room from which each span is flooded, or [`NONE`].
    fn flooded(&self) -> Vec<u32> {
        let mut sources = vec![NONE; self.columns.len()];
        let mut levels: Vec<VecDeque<u32>> = vec![VecDeque::new(); usize::from(self.room) + 1];
        for span in 0..self.columns.len() as u32 {
            if self.distances[span as usize] >= self.room {
                sources[span as usize] = span;
                let is_edge = (0..4)
                    .filter_map(|direction| self.neighbor(span, direction))
                    .any(|near| self.distances[near as usize] < self.room);
                if is_edge {
                    levels[usize::from(self.room)].push_back(span);
                }
            }
        }
        for level in (0..levels.len()).rev() {
            while let Some(span) = levels[level].pop_front() {
                for near in (0..4).filter_map(|direction| self.neighbor(span, direction)) {
                    if sources[near as usize] == NONE {
                        sources[near as usize] = sources[span as usize];
                        levels[level.min(usize::from(self.distances[near as usize]))].push_back(near);
                    }
                }
            }
        }
        sources
    }

    /// Returns the places where floods from distant sources meet.
    fn meetings(&self, sources: &[u32]) -> Vec<Meeting> {
        let reach = u32::from(self.room) / 4 + 2;
        let mut meetings = Vec::new();
        for span in 0..self.columns.len() as u32 {
            for near in [1, 2].into_iter().filter_map(|direction| self.neighbor(span, direction)) {
                let ends = [sources[span as usize], sources[near as usize]];
                if !ends.contains(&NONE) && self.apart(ends) > reach {
                    let distances = [span, near].map(|span| self.distances[span as usize]);
                    meetings.push(Meeting { spans: [span, near], distance: distances[0].min(distances[1]) });
                }
            }
        }
        meetings
    }

    /// Returns the larger of the distances along X and Z, in columns.
    fn apart(&self, ends: [u32; 2]) -> u32 {
        let [a, b] = ends.map(|span| self.columns[span as usize]);
        u32::from(a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])))
    }

    /// Returns meetings that are next to each other, in groups.
    fn groups_of(&self, meetings: &[Meeting]) -> Vec<Vec<Meeting>> {
        let mut parents: Vec<u32> = (0..meetings.len() as u32).collect();
        let mut at_span: HashMap<u32, u32> = HashMap::new();
        for (number, meeting) in (0..).zip(meetings) {
            for span in meeting.spans {
                let around = (0..4).filter_map(|direction| self.neighbor(span, direction));
                for near in around.chain([span]) {
                    let other = *at_span.entry(near).or_insert(number);
                    join(&mut parents, number, other);
                }
            }
        }
        let mut groups: BTreeMap<u32, Vec<Meeting>> = BTreeMap::new();
        for (number, meeting) in (0..).zip(meetings) {
            groups.entry(root(&mut parents, number)).or_default().push(*meeting);
        }
        groups.into_values().collect()
    }

    /// Whether two spans in rooms have no short way through rooms.
    ///
    /// Both rooms have at least this number of columns.
    fn is_door(&self, [from, to]: [u32; 2], least: usize) -> bool {
        let reach = 2 * u32::from(self.room);
        let is_large = |start: u32, target: u32| {
            let mut seen = HashSet::from([start]);
            let mut queue = VecDeque::from([start]);
            while let Some(span) = queue.pop_front() {
                if self.apart([span, target]) <= 1 && span != start {
                    return None;
                }
                for near in (0..4).filter_map(|direction| self.neighbor(span, direction)) {
                    let is_room = self.distances[near as usize] >= self.room;
                    let is_near = self.apart([near, start]) <= reach && seen.len() < MOST_SEARCHED;
                    if is_room && is_near && seen.insert(near) {
                        queue.push_back(near);
                    }
                }
            }
            Some(seen.len() >= least)
        };
        is_large(from, to) == Some(true) && is_large(to, from) == Some(true)
    }

    /// Returns the number of columns between the borders on both sides of a span, and their middle.
    ///
    /// They lie in the narrowest direction.
    fn columns_across(&self, span: u32) -> (f64, [f64; 2]) {
        let step = |span: u32, directions: &[u8]| {
            directions.iter().try_fold(span, |span, &direction| self.neighbor(span, direction))
        };
        let ways: [[&[u8]; 2]; 4] = [[&[0], &[2]], [&[1], &[3]], [&[0, 1], &[2, 3]], [&[0, 3], &[2, 1]]];
        let across = ways.map(|way| {
            let ends = way.map(|directions| {
                let mut end = span;
                let mut count = 0;
                while let Some(next) = step(end, directions).filter(|_| count < self.room) {
                    (end, count) = (next, count + 1);
                }
                (end, count)
            });
            let length = if way[0].len() > 1 { std::f64::consts::SQRT_2 } else { 1.0 };
            let [a, b] = ends.map(|(end, _)| self.columns[end as usize].map(f64::from));
            let middle = [0, 1].map(|axis| f64::midpoint(a[axis], b[axis]));
            (f64::from(ends[0].1 + ends[1].1 + 1) * length, middle)
        });
        across.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    }

    /// Returns the door at a span.
    fn door(
        &self,
        level: &GridLevel,
        range: ColumnRange,
        settings: &GenerationSettings,
        span: u32,
    ) -> DoorLimit {
        let (columns, middle) = self.columns_across(span);
        let radius = f64::from(settings.agent.radius);
        let size = f64::from(settings.cell_size());
        let [x, z] = [0, 1].map(|axis| (f64::from(range.low[axis]) + middle[axis] + 0.5) * size);
        let y = f64::from(self.field.spans[span as usize].y) * f64::from(settings.cell_height());
        let at = DVec3::new(x, y, z);
        let exact = level.width_at(at, (columns + 3.0) * size, settings);
        // A voxel that a wall touches is solid, so the passage is wider than its columns.
        let is_likely = |width: &f64| (columns - 1.0) * size <= *width && *width <= (columns + 3.0) * size;
        let width = exact.filter(is_likely).unwrap_or(columns * size);
        let is_closed = self.distances[span as usize] < 2 * settings.radius_voxels();
        let spare = width - 2.0 * radius;
        let verdict = if is_closed { LimitVerdict::Blocked } else { LimitVerdict::AtLimit };
        let passing_radius = (((columns - 1.0) / 2.0).floor() * size).min(width / 2.0).max(0.0) as f32;
        // Each wall takes up to a voxel, the radius is rounded up to one, and the middle is one.
        let passing_cell_size = (spare > 0.0).then_some((spare / 5.0) as f32);
        let place = (level.low.as_dvec3() + at).as_vec3();
        DoorLimit { place, width: width as f32, verdict, passing_radius, passing_cell_size }
    }
}
