//! Grid maps become cells with the same ground, connections and path lengths.

use std::collections::BTreeSet;
use std::path::Path;

use glam::{Vec2, Vec3};
use navsmith_core::geometry::{SplitMix64, ground_area};
use navsmith_core::navmesh::{AreaId, Derived, Surface};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_formats::document::Document;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{Opened, open_bytes};

fn read(text: &str) -> Result<(Document, Vec<String>), String> {
    match open_bytes((Path::new("level.map"), Stamp::of(text.as_bytes())), text.as_bytes()) {
        Ok(Opened::Mesh { document, notes, format }) => {
            assert_eq!(format.name, "MovingAI map");
            Ok((document, notes))
        }
        Ok(other) => panic!("{other:?}"),
        Err(why) => Err(why.to_string()),
    }
}

fn map(rows: &[String]) -> String {
    let width = rows.first().map_or(0, String::len);
    format!("type octile\nheight {}\nwidth {width}\nmap\n{}\n", rows.len(), rows.join("\n"))
}

/// Returns the square at a column and row.
fn square(rows: &[String], x: usize, z: usize) -> u8 {
    rows.get(z).and_then(|row| row.as_bytes().get(x)).copied().unwrap_or(b'@')
}

/// Returns the squares that are reached from a square over common sides.
fn flood(rows: &[String], from: [usize; 2]) -> BTreeSet<[usize; 2]> {
    let (mut reached, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some([x, z]) = open.pop() {
        for next in [[x + 1, z], [x.wrapping_sub(1), z], [x, z + 1], [x, z.wrapping_sub(1)]] {
            if b".S".contains(&square(rows, next[0], next[1])) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

#[test]
fn a_map_has_the_ground_and_the_connections_of_its_squares() {
    for seed in 0..60 {
        let mut chance = SplitMix64(seed);
        let mut draw = || b"...@S@"[chance.below(6) as usize] as char;
        let rows: Vec<String> = (0..9).map(|_| (0..11).map(|_| draw()).collect()).collect();
        let (document, notes) = read(&map(&rows)).expect("a map");
        assert!(notes.is_empty(), "{notes:?}");
        let mesh = &document.mesh;
        assert_eq!(mesh.check(), Ok(()));
        let derived = Derived::build(mesh);
        let mut cell_at = Vec::new();
        for (z, row) in rows.iter().enumerate() {
            for (x, square) in row.bytes().enumerate() {
                let at = Vec2::new(x as f32 + 0.5, z as f32 + 0.5);
                let cells: Vec<_> =
                    mesh.cells().filter(|&(id, _)| Surface::of(mesh, id).covers(at)).collect();
                let areas: BTreeSet<AreaId> = cells.iter().map(|(_, cell)| cell.area()).collect();
                let expected = match square {
                    b'.' => BTreeSet::from([AreaId(0)]),
                    b'S' => BTreeSet::from([AreaId(1)]),
                    _ => BTreeSet::new(),
                };
                assert_eq!(areas, expected, "seed {seed}: square {x}, {z} of\n{}", rows.join("\n"));
                cell_at.extend(cells.first().map(|&(id, _)| ([x, z], id)));
            }
        }
        let whole: f64 = mesh.cells().map(|(id, _)| ground_area(&mesh.ground_ring(id))).sum();
        assert_eq!(whole, cell_at.len() as f64, "seed {seed}");
        if let Some(&(from, cell)) = cell_at.first() {
            let reached = flood(&rows, from);
            for &(square, other) in &cell_at {
                let is_same = derived.islands.of(cell) == derived.islands.of(other);
                assert_eq!(
                    is_same,
                    reached.contains(&square),
                    "seed {seed}: {square:?} of\n{}",
                    rows.join("\n")
                );
            }
        }
    }
}

#[test]
fn water_is_left_out_with_a_note_and_swamp_is_an_area() {
    let (document, notes) = read("type octile\nheight 1\nwidth 4\nmap\nGSWT\n").expect("a map");
    assert_eq!(document.mesh.cell_count(), 2);
    let names: Vec<&str> = document.areas.iter().map(|area| area.name.as_str()).collect();
    assert_eq!(names, ["ground", "swamp"]);
    assert_eq!(notes, ["1 square of water was left out, because ground does not lead into water."]);
    let (plain, _) = read("type tile\nwidth 2\nheight 1\nmap\n..\n").expect("a map");
    assert_eq!([plain.areas.len(), plain.mesh.cell_count()], [1, 1]);
}

#[test]
fn a_long_row_is_one_cell() {
    for square in [".", "@"] {
        let (document, _) = read(&map(&[square.repeat(400_000)])).expect("a map");
        assert_eq!(document.mesh.cell_count(), usize::from(square == "."));
    }
}

#[test]
fn errors_state_line_reason_and_remedy() {
    let why = |text: &str| read(text).expect_err("refused");
    for (text, expected) in [
        (
            "type octile\nheight 2\nwidth 2\nmap\n..\n",
            "line 5: the map ends after 1 row, and the height is 2",
        ),
        ("type octile\nheight 1\nwidth 3\nmap\n..\n", "line 5: the row has 2 squares, and the width is 3"),
        ("type octile\nheight 1\nwidth 2\nmap\n.x\n", "line 5: \"x\" is no square"),
        ("type octile\nheight two\nwidth 2\nmap\n..\n", "line 2: there is no number"),
        ("type octile\nheight 1\nmap\n..\n", "the width is missing"),
        ("type octile\nheight 1\nwide 2\nmap\n..\n", "line 3: \"wide\" is no word of a map"),
        ("type octile\nheight 9\nwidth 1\nmap\n.\n", "line 5: the map ends after 1 row"),
        ("type octile\nheight 99999999999\nwidth 1\nmap\n.\n", "the map is longer than 524288 squares"),
        ("type octile\nheight 1\nwidth 1\nmap\n.\n\n.\n", "line 7: there is more after 1 row"),
    ] {
        let why = why(text);
        assert!(why.contains(expected), "{why}");
    }
}

/// The map of a mesh whose boundary runs along the lines of the grid.
fn rasterised(document: &Document) -> Vec<String> {
    let mesh = &document.mesh;
    let derived = Derived::build(mesh);
    let max = mesh.bounds().max.max(Vec3::ZERO);
    // The y of a Polyanya mesh is -Z.
    let low = mesh.bounds().min.z.min(0.0);
    let free = |x: i32, y: i32| {
        let at = Vec2::new(x as f32 + 0.5, -(y as f32 + 0.5));
        derived.locator.at(mesh, at).into_iter().any(|id| Surface::of(mesh, id).covers(at))
    };
    let row = |y: i32| (0..max.x.ceil() as i32).map(|x| if free(x, y) { '.' } else { '@' }).collect();
    (0..(-low).ceil() as i32).map(row).collect()
}

#[test]
#[ignore = "needs the data of other projects"]
fn paths_over_a_map_are_as_short_as_the_published_ones() {
    for name in ["arena", "aurora"] {
        let folder = crate::support::data::folder("navmeshes/maps");
        let mesh = std::fs::read(folder.join(format!("{name}-cdt.mesh"))).expect("a mesh");
        let original = navsmith_formats::io::polyanya::read(&mesh).expect("a mesh");
        let (document, _) = read(&map(&rasterised(&original))).expect("a map");
        let derived = Derived::build(&document.mesh);
        let queries = std::fs::read_to_string(folder.join(format!("{name}-cdt.queries"))).expect("queries");
        let mut asked = 0;
        for line in queries.lines().filter(|line| !line.starts_with('#')).step_by(3) {
            let numbers: Vec<f64> = line.split_whitespace().map(|n| n.parse().expect("a number")).collect();
            let [x, y, to_x, to_y, expected] = numbers[..] else { panic!("{line:?} has five numbers") };
            // Here rows go down along Z.
            let [start, target] = [[x, y], [to_x, to_y]].map(|[x, y]| Vec2::new(x as f32, y as f32));
            let ends = [start, target].map(|ground| Endpoint { ground, height: None });
            let is_on = ends.iter().all(|&end| {
                locate(&document.mesh, &derived, end, 2.0).is_some_and(|it| it.off_mesh.is_none())
            });
            assert!(is_on, "{name}: {line}");
            let answer = find_path(&document.mesh, &derived, &Query::new(start, target));
            let length = answer.path().map(|path| path.length);
            match length {
                Some(length) => {
                    assert!(
                        (length - expected).abs() <= 1e-6 * expected.max(1.0),
                        "{name}: {line}: {length}"
                    );
                }
                None => assert!(expected < 0.0, "{name}: {line}: no path"),
            }
            asked += 1;
        }
        assert!(asked > 50, "{asked} queries");
    }
}
