//! Links between platforms, and why there are none.

use glam::DVec2;
use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::platformer::{
    FreeSpace, Gravity, Jumper, MissingJump, Platform, PlatformLink, PlatformLinkKind, Throw, ThrowMethod,
    ThrowOutcome, WhyUnreachable, platform_links, platforms, throw, why_unreachable,
};
use navsmith_core::progress::{Progress, Stopped};

use super::{DOWN, level, rectangle, turned, turned_gravity};

/// A body that jumps 1 m high in 0.447 s, and runs 1.79 m until it is back at that height.
fn jumper() -> Jumper {
    Jumper { run_speed: 2.0, jump_speed: 20f64.sqrt(), air_control: 10.0, max_fall: 3.0, step: 0.3 }
}

/// A mesh with the indices of its platforms, which are named by a point above them.
struct Stage {
    mesh: NavMesh,
    derived: Derived,
    gravity: Gravity,
    platforms: Vec<Platform>,
}

impl Stage {
    fn new(mesh: NavMesh, gravity: Gravity) -> Self {
        let derived = Derived::build(&mesh);
        let platforms = platforms(&FreeSpace::new(&mesh, &derived), &gravity);
        Self { mesh, derived, gravity, platforms }
    }

    fn of(room: &[[f32; 2]], solids: &[&[[f32; 2]]]) -> Self {
        Self::new(level(room, solids, &[]), DOWN)
    }

    fn space(&self) -> FreeSpace<'_> {
        FreeSpace::new(&self.mesh, &self.derived)
    }

    /// Returns the platform whose box contains a point.
    fn platform(&self, x: f64, z: f64) -> usize {
        let at = DVec2::new(x, z);
        let contains = |platform: &Platform| {
            let [low, high] = platform.bounds;
            (low - 1e-6).cmple(at).all() && at.cmple(high + 1e-6).all()
        };
        self.platforms.iter().position(contains).expect("a platform")
    }

    fn links(&self, jumper: &Jumper) -> Vec<PlatformLink> {
        let none = Progress::none();
        platform_links(&self.space(), &self.gravity, &self.platforms, jumper, &none).expect("not stopped")
    }

    fn link(&self, jumper: &Jumper, pair: [usize; 2]) -> Option<PlatformLink> {
        self.links(jumper).into_iter().find(|link| link.platforms == pair)
    }

    fn why(&self, jumper: &Jumper, pair: [usize; 2]) -> Option<WhyUnreachable> {
        let links = self.links(jumper);
        why_unreachable(&self.space(), &self.gravity, &self.platforms, (jumper, &links), pair)
    }

    /// Asserts that a throw with the values of a link lands there.
    fn check(&self, link: &PlatformLink, jumper: &Jumper) {
        if link.kind == PlatformLinkKind::Walk {
            return;
        }
        let PlatformLink { ends: [from, to], velocity, acceleration, time, .. } = *link;
        let thrown = Throw { acceleration, most_reflections: 0, ..Throw::new(from, velocity, &self.gravity) };
        let end = throw(&self.space(), &self.gravity, &thrown, ThrowMethod::Exact).expect("on the mesh");
        let ThrowOutcome::Landed(side) = end.outcome else { panic!("{link:?} {end:?}") };
        assert!(self.platforms[link.platforms[1]].sides.contains(&side), "{link:?}");
        assert!((end.at - to).length() < 1e-9 && (end.time - time).abs() < 1e-9, "{link:?} {end:?}");
        let right = self.gravity.right();
        for velocity in [velocity, velocity + acceleration * time] {
            assert!(velocity.dot(right).abs() <= jumper.run_speed * (1.0 + 1e-9), "{link:?}");
        }
        assert!(acceleration.dot(right).abs() <= jumper.air_control * (1.0 + 1e-9), "{link:?}");
        let apex = self.gravity.coordinates(from).y + velocity.dot(self.gravity.down()).powi(2) / 20.0;
        assert!(apex - self.gravity.coordinates(to).y <= jumper.max_fall + 1e-9, "{link:?}");
    }
}

/// Two pillars of a height of 2 m with a gap between them.
fn pillars(gap: f32) -> Stage {
    let (one, other) = (rectangle([1., 0.], [3., 2.]), rectangle([3. + gap, 0.], [5. + gap, 2.]));
    Stage::of(&rectangle([0., 0.], [6. + gap, 8.]), &[&one, &other])
}

#[test]
fn a_body_jumps_over_a_gap_that_is_short_enough() {
    let stage = pillars(1.5);
    let pair = [stage.platform(2.0, 2.0), stage.platform(5.0, 2.0)];
    for [from, to] in [pair, [pair[1], pair[0]]] {
        let link = stage.link(&jumper(), [from, to]).expect("1.79 m are possible");
        assert_eq!(link.kind, PlatformLinkKind::Jump);
        stage.check(&link, &jumper());
    }
    let stage = pillars(2.0);
    let pair = [stage.platform(2.0, 2.0), stage.platform(6.0, 2.0)];
    assert_eq!(stage.link(&jumper(), pair), None);
    let why = stage.why(&jumper(), pair).expect("no link");
    let MissingJump::Short { height, length, fall } = why.missing else { panic!("{why:?}") };
    assert_eq!((height, fall), (0.0, 0.0));
    // The landing that is tried is 0.04 m behind the corner.
    assert!((length - (2.04 - 2.0 * 2.0 * 20f64.sqrt() / 10.0)).abs() < 1e-9, "{why:?}");
    let text = "is 0.25 m beyond the longest jump from platform 1. It takes a run speed of 2.33 m/s instead of 2.00 m/s.";
    assert!(why.to_string().ends_with(text), "{why}");
    assert_eq!(stage.why(&why.needed, pair), None, "the change helps");
}

#[test]
fn a_body_drops_as_deep_as_its_limit_and_does_not_return() {
    let stage = Stage::of(&rectangle([0., 0.], [8., 8.]), &[&rectangle([0., 0.], [3., 2.5])]);
    let (high, low) = (stage.platform(1.0, 2.5), stage.platform(5.0, 0.0));
    let link = stage.link(&jumper(), [high, low]).expect("a fall of 2.5 m");
    assert_eq!(link.kind, PlatformLinkKind::Drop, "faster than a jump");
    assert_eq!(link.ends[0], DVec2::new(3.0, 2.5), "over the end");
    assert!((link.time - 0.5f64.sqrt()).abs() < 1e-12);
    stage.check(&link, &jumper());
    let why = stage.why(&jumper(), [low, high]).expect("too high");
    let MissingJump::Short { height, .. } = why.missing else { panic!("{why:?}") };
    assert!((height - 1.5).abs() < 1e-12, "{why:?}");
    let careful = Jumper { max_fall: 2.0, ..jumper() };
    assert_eq!(stage.link(&careful, [high, low]), None);
    let why = stage.why(&careful, [high, low]).expect("too deep");
    let MissingJump::Short { height, length, fall } = why.missing else { panic!("{why:?}") };
    assert!(height == 0.0 && length == 0.0 && (fall - 0.5).abs() < 1e-12, "{why:?}");
    assert_eq!(stage.why(&why.needed, [high, low]), None, "the change helps");
}

#[test]
fn the_reason_states_how_much_too_high_a_platform_is() {
    let shelf = rectangle([4., 1.2], [6., 1.4]);
    let stage = Stage::of(&rectangle([0., 0.], [10., 8.]), &[&shelf]);
    let pair = [stage.platform(1.0, 0.0), stage.platform(5.0, 1.4)];
    let why = stage.why(&jumper(), pair).expect("too high");
    let MissingJump::Short { height, length, fall } = why.missing else { panic!("{why:?}") };
    assert!((height - 0.4).abs() < 1e-6 && length == 0.0 && fall == 0.0, "{why:?}");
    assert!(why.to_string().contains("0.40 m above the highest jump"), "{why}");
    assert!(why.to_string().contains("a jump speed of 5.4"), "{why}");
    assert_eq!(stage.why(&why.needed, pair), None, "the change helps");
    assert_eq!(stage.why(&jumper(), [pair[0], pair[0]]), None, "a platform reaches itself");
    assert_eq!(stage.why(&jumper(), [pair[0], 99]), None, "there is no such platform");
}

#[test]
fn a_wall_that_blocks_all_flights_is_named() {
    let wall = rectangle([4., 0.], [4.2, 8.]);
    let stage = Stage::of(&rectangle([0., 0.], [8., 8.]), &[&wall]);
    let pair = [stage.platform(1.0, 0.0), stage.platform(6.0, 0.0)];
    let why = stage.why(&jumper(), pair).expect("walls have no gaps");
    let MissingJump::Blocked { at, distance, .. } = why.missing else { panic!("{why:?}") };
    assert!((at.x - 4.0).abs() < 1e-6 && distance < 0.5, "{why:?}");
    assert_eq!(why.needed, jumper());
    assert!(why.to_string().contains("is blocked"), "{why}");
}

#[test]
fn a_body_walks_over_low_steps_in_both_directions() {
    let stage = Stage::of(
        &rectangle([0., 0.], [9., 6.]),
        &[&rectangle([3., 0.], [5., 0.25]), &rectangle([5., 0.], [9., 1.0])],
    );
    let [floor, step, high] = [[1.0, 0.0], [4.0, 0.25], [7.0, 1.0]].map(|[x, z]| stage.platform(x, z));
    for pair in [[floor, step], [step, floor]] {
        let link = stage.link(&jumper(), pair).expect("a step of 0.25 m");
        assert_eq!((link.kind, link.time), (PlatformLinkKind::Walk, 0.125));
    }
    let up = stage.link(&jumper(), [step, high]).expect("0.75 m");
    assert_eq!(up.kind, PlatformLinkKind::Jump, "too high for a step");
    stage.check(&up, &jumper());
    let stiff = Jumper { step: 0.0, ..jumper() };
    assert_ne!(stage.link(&stiff, [step, floor]).map(|link| link.kind), Some(PlatformLinkKind::Walk));
}

#[test]
fn links_are_proposals_for_the_mesh() {
    let stage = pillars(1.0);
    let (space, links) = (stage.space(), stage.links(&jumper()));
    let proposed: Vec<_> = links.iter().map(|link| link.proposed(&space, &jumper())).collect();
    assert!(proposed.iter().all(|link| link.is_one_way && link.cost > 0.0));
    for (link, proposed) in links.iter().zip(&proposed) {
        let seconds = f64::from(proposed.cost * proposed.length()) / jumper().run_speed;
        assert!((seconds - link.time).abs() < 1e-5, "the cost is the time");
    }
    let mesh = stage.mesh.clone().with_links(proposed).expect("valid links");
    let derived = Derived::build(&mesh);
    for (link, _) in mesh.links() {
        assert_eq!(derived.links.failure(link), None, "{link:?}");
    }
}

/// Returns a room with random shelves.
fn shelves(chance: &mut SplitMix64) -> NavMesh {
    let mut unit = |scale: f32| chance.unit() as f32 * scale;
    let blocks: Vec<[[f32; 2]; 4]> = (0..12)
        .map(|_| {
            let (x, z) = (unit(17.0), unit(8.0));
            rectangle([x, z], [x + 0.3 + unit(3.0), z + 0.2 + unit(0.6)])
        })
        .collect();
    let solids: Vec<&[[f32; 2]]> = blocks.iter().map(<[[f32; 2]; 4]>::as_slice).collect();
    level(&rectangle([0., 0.], [20., 10.]), &solids, &[])
}

#[test]
fn each_flight_of_a_link_lands_and_each_missing_link_has_a_reason() {
    let mut chance = SplitMix64(5);
    let (mut kinds, mut reasons, mut counts) = ([0; 3], [0; 2], [0; 2]);
    for nth in 0..12 {
        let (angle, mesh) = (f64::from(nth) * 0.4, shelves(&mut chance));
        let stage = Stage::new(turned(&mesh, angle), turned_gravity(&DOWN, angle));
        let links = stage.links(&jumper());
        counts[0] += links.len();
        counts[1] += Stage::new(mesh, DOWN).links(&jumper()).len();
        for link in &links {
            stage.check(link, &jumper());
            kinds[link.kind as usize] += 1;
        }
        let faster = Jumper { run_speed: 3.0, ..jumper() };
        assert!(stage.links(&faster).len() >= links.len(), "a faster body reaches no less");
        for to in 1..stage.platforms.len() {
            match stage.why(&jumper(), [0, to]).map(|why| (why.missing, why.to_string())) {
                Some((MissingJump::Short { height, length, fall }, text)) => {
                    assert!(
                        height >= 0.0 && length >= 0.0 && fall >= 0.0 && height + length + fall > 0.0,
                        "{text}"
                    );
                    reasons[0] += 1;
                }
                Some((MissingJump::Blocked { .. }, _)) => reasons[1] += 1,
                None => {}
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 0) && reasons[0] > 0, "{kinds:?} {reasons:?}");
    // Rounded positions of a turned stage change few links.
    assert!(counts[0].abs_diff(counts[1]) * 20 <= counts[1], "turned, upright: {counts:?}");
}

#[test]
fn impossible_values_give_no_flights() {
    let stage = pillars(1.0);
    for value in [f64::NAN, -1.0, f64::INFINITY] {
        let bodies = [
            Jumper { run_speed: value, ..jumper() },
            Jumper { jump_speed: value, ..jumper() },
            Jumper { air_control: value, ..jumper() },
            Jumper { max_fall: value, ..jumper() },
            Jumper { step: value, ..jumper() },
        ];
        for body in bodies {
            let links = stage.links(&body);
            let is_finite = |link: &PlatformLink| link.time.is_finite() && link.velocity.is_finite();
            assert!(links.iter().all(is_finite), "{body:?} {links:?}");
        }
    }
    let still = Jumper { run_speed: 0.0, jump_speed: 0.0, air_control: 0.0, max_fall: 0.0, step: 0.0 };
    assert_eq!(stage.links(&still), []);
}

#[test]
fn a_search_for_links_can_be_stopped() {
    let stage = pillars(1.0);
    let progress = Progress::stopping_after(1);
    let links = platform_links(&stage.space(), &stage.gravity, &stage.platforms, &jumper(), &progress);
    assert_eq!(links, Err(Stopped));
}
