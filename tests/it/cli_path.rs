//! `navsmith path` and `navsmith trace`.

use expect_test::expect;
use serde_json::Value;

use crate::support::command_line::{Folder, SQUARES, check, run, sample};

#[test]
fn a_path_is_printed_in_words_and_in_json() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    check(
        &["path", &file, "--from", "1,1", "--to", "3,1"],
        0,
        &expect![[r#"
            path: 2.000 m through 2 cells, 2 waypoints
              (1.000, 0.000, 1.000) start
              (3.000, 0.000, 1.000) target
              found by Polyanya, because links, area costs and slopes do not matter
              no path is shorter
        "#]],
    );
    check(
        &["path", &file, "--from", "1,1", "--to", "3,1", "--json"],
        0,
        &expect![[r#"
            {"schema":1,"unit":"m","status":"path","why":null,"length":2.0,"lower_bound":2.0,"ratio":1.0,"errors":0,"algorithm":"polyanya","because":"links, area costs and slopes do not matter","pulling":"flat","ignores_links":false,"cells":[0,1],"portals":[{"left":[2.0,0.0,0.0],"right":[2.0,0.0,2.0]}],"waypoints":[[1.0,0.0,1.0],[3.0,0.0,1.0]],"start":{"cell":0,"point":[1.0,0.0,1.0],"off_mesh":null},"target":{"cell":1,"point":[3.0,0.0,1.0],"off_mesh":null},"expanded":0,"widest_radius":1.0,"bottleneck":{"ends":[[2.0,0.0,2.0],[2.0,0.0,0.0]],"width":2.0}}
        "#]],
    );
}

#[test]
fn off_the_mesh_is_partial_and_negative_numbers_parse() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    for line in [["--from", "-1,0,1", "--to=3,0,-2"], ["--to", "3,-0,-2", "--from=-1,0,1"]] {
        let ran = run(&[&["path", &file, "--json"], &line[..]].concat());
        let answer = ran.json();
        assert_eq!((ran.code, answer["status"].as_str()), (Some(0), Some("partial")), "{answer}");
        assert!(answer["why"].as_str().is_some_and(|why| why.contains("off the mesh")), "{answer}");
        assert_eq!(answer["start"]["off_mesh"], 1.0, "{answer}");
        assert_eq!(answer["waypoints"][0], serde_json::json!([0.0, 0.0, 1.0]), "{answer}");
    }
}

#[test]
fn no_path_exits_with_one_and_says_why() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ends = ["--from", "1,1", "--to", "9.5,1.5"];
    check(
        &[&["path", &file], &ends[..]].concat(),
        1,
        &expect![[r#"
            no path: the start is on island 1 and the target on island 2; no shared edges lead from one to the other
              gap: 5.000 m wide, +0.000 m up, from cell 1 at (4.000, 0.000, 1.000) to cell 2 at (9.000, 0.000, 1.000)
              nearest reachable point: (4.00, 0.00, 1.50), 5.50 m from the target
        "#]],
    );
    check(
        &[&["path", &file, "--json"], &ends[..]].concat(),
        1,
        &expect![[r#"
            {"schema":1,"unit":"m","status":"no_path","why":"the start is on island 1 and the target on island 2; no shared edges lead from one to the other","length":null,"lower_bound":null,"ratio":null,"errors":0,"algorithm":"polyanya","because":"links, area costs and slopes do not matter","pulling":"flat","ignores_links":false,"cells":[],"portals":[],"waypoints":[],"start":{"cell":0,"point":[1.0,0.0,1.0],"off_mesh":null},"target":{"cell":2,"point":[9.5,0.0,1.5],"off_mesh":null},"expanded":0,"widest_radius":null,"bottleneck":null,"gaps":[{"width":5.0,"distance":5.0,"height":0.0,"from":{"cell":1,"side":2,"point":[4.0,0.0,1.0]},"to":{"cell":2,"side":0,"point":[9.0,0.0,1.0]}}],"nearest_reachable":{"cell":1,"point":[4.0,0.0,1.5],"distance":5.5}}
        "#]],
    );
    let trace = run(&[&["trace", &file, "--json", "--stage", "funnel"], &ends[..]].concat());
    let nothing = "{\"schema\":1,\"unit\":\"m\",\"status\":\"no_path\",\"length\":null,\"lower_bound\":null,\"ratio\":null,\"errors\":0,\"algorithm\":\"polyanya\",\"because\":\"links, area costs and slopes do not matter\",\"ignores_links\":false,\"events\":[]}\n";
    assert_eq!((trace.code, trace.out.as_str()), (Some(1), nothing), "no steps");
    assert!(trace.err.contains("no path: the start is on island 1"), "{}", trace.err);
}

#[test]
fn a_trace_lists_every_decision_of_the_funnel() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ends = ["--from", "1,1", "--to", "3,1"];
    check(
        &[&["trace", &file, "--stage", "funnel"], &ends[..]].concat(),
        0,
        &expect![[r#"
            1   Portal 1, right: the right leg leaves the apex and reaches to the point.
                area(apex, right leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it
            2   Portal 1, left: the left leg leaves the apex and reaches to the point.
                area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, right leg, point) = +2.000 m²: left of the right leg, so not beyond it
            3   Portal 2, right: the point lies inside the funnel, so the right leg swings in to it.
                area(apex, right leg, point) = +2.000 m²: left of the right leg, so not outside; area(apex, left leg, point) = -2.000 m²: right of the left leg, so not beyond it
            4   Portal 2, the target: the apex sees it, so the path ends with a straight line.
                area(apex, left leg, point) = -2.000 m²: right of the left leg, so not outside; area(apex, right leg, point) = +0.000 m²: on the leg's line, so it only touches it
        "#]],
    );
    check(
        &[&["trace", &file, "--stage", "funnel", "--json"], &ends[..]].concat(),
        0,
        &expect![[r#"
            {"schema":1,"unit":"m","status":"path","length":2.0,"lower_bound":2.0,"ratio":1.0,"errors":0,"algorithm":"polyanya","because":"links, area costs and slopes do not matter","ignores_links":false,"events":[{"stage":"funnel","step":1,"kind":"tightened","portal":1,"side":"right","candidate":[2.0,0.0,2.0],"apex":[1.0,0.0,1.0],"left":[1.0,0.0,1.0],"right":[1.0,0.0,1.0],"areas":[0.0,0.0],"decision":"tightened","waypoints":1,"caption":"Portal 1, right: the right leg leaves the apex and reaches to the point.","rule":"area(apex, right leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it"},{"stage":"funnel","step":2,"kind":"tightened","portal":1,"side":"left","candidate":[2.0,0.0,0.0],"apex":[1.0,0.0,1.0],"left":[1.0,0.0,1.0],"right":[2.0,0.0,2.0],"areas":[0.0,2.0],"decision":"tightened","waypoints":1,"caption":"Portal 1, left: the left leg leaves the apex and reaches to the point.","rule":"area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, right leg, point) = +2.000 m²: left of the right leg, so not beyond it"},{"stage":"funnel","step":3,"kind":"tightened","portal":2,"side":"right","candidate":[3.0,0.0,1.0],"apex":[1.0,0.0,1.0],"left":[2.0,0.0,0.0],"right":[2.0,0.0,2.0],"areas":[2.0,-2.0],"decision":"tightened","waypoints":1,"caption":"Portal 2, right: the point lies inside the funnel, so the right leg swings in to it.","rule":"area(apex, right leg, point) = +2.000 m²: left of the right leg, so not outside; area(apex, left leg, point) = -2.000 m²: right of the left leg, so not beyond it"},{"stage":"funnel","step":4,"kind":"arrived","portal":2,"side":"left","candidate":[3.0,0.0,1.0],"apex":[1.0,0.0,1.0],"left":[2.0,0.0,0.0],"right":[3.0,0.0,1.0],"areas":[-2.0,0.0],"decision":"arrived","waypoints":1,"caption":"Portal 2, the target: the apex sees it, so the path ends with a straight line.","rule":"area(apex, left leg, point) = -2.000 m²: right of the left leg, so not outside; area(apex, right leg, point) = +0.000 m²: on the leg's line, so it only touches it"}]}
        "#]],
    );
}

#[test]
fn a_trace_lists_the_whole_query_stage_by_stage() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ends = ["--from", "1,1", "--to", "3,1"];
    check(
        &[&["trace", &file, "--stage", "locate,polyanya,corridor", "--algorithm", "polyanya"], &ends[..]]
            .concat(),
        0,
        &expect![[r#"
            Locate: Locates both ends on the mesh.
            1   Start: cell 0 is under the start: the best floor so far.
                floor at 0.00 m: in reach, and higher than any found before, or as high with a smaller number
            2   The start is on cell 0.
                at x 1.00, y 0.00, z 1.00, right there
            3   Target: cell 1 is under the target: the best floor so far.
                floor at 0.00 m: in reach, and higher than any found before, or as high with a smaller number
            4   The target is on cell 1.
                at x 3.00, y 0.00, z 1.00, right there
            Polyanya: Searches for the shortest path in the ground plan, interval by interval.
            1   The root sees the target: a path of 2.000 m.
                the path is the shortest in the ground plan once no interval in the queue has an estimate below 2.000 m
            Corridor: Follows the predecessors from the target back to the start.
            1   Cell 1 was reached from cell 0, so that cell precedes it.
                every closed node stores its predecessor; this is cell number 1 of the corridor as walked, counted from 0
            2   Cell 0 contains the start: the corridor is complete.
                every closed node stores its predecessor; this is cell number 0 of the corridor as walked, counted from 0
        "#]],
    );
    let events = |options: &[&str]| {
        let events = run(&[&["trace", &file, "--json"], &ends[..], options].concat()).json();
        events["events"].as_array().cloned().unwrap_or_default()
    };
    let stages = |events: &[Value]| {
        let mut stages: Vec<String> =
            events.iter().filter_map(|event| event["stage"].as_str().map(str::to_owned)).collect();
        stages.dedup();
        stages.join(" ")
    };
    let all = events(&[]);
    assert_eq!(stages(&all), "locate polyanya corridor portals funnel surface", "in order");
    assert_eq!(
        stages(&events(&["--algorithm", "midpoints", "--radius", "0.25"])),
        "locate search corridor portals funnel surface",
        "another search, another stage"
    );
    let is_told = |event: &Value| {
        ["caption", "rule", "kind"]
            .iter()
            .all(|part| event[part].as_str().is_some_and(|text| !text.is_empty()))
    };
    assert!(all.iter().all(is_told), "every event in words");
    let funnel: Vec<Value> = all.into_iter().filter(|event| event["stage"] == "funnel").collect();
    assert_eq!(events(&["--stage", "funnel"]), funnel, "one stage of them");
    let wrong = run(&[&["trace", &file, "--stage", "walk"], &ends[..]].concat());
    assert_eq!(wrong.code, Some(2), "a walk is no stage of a query");
    assert!(wrong.err.contains("possible values: locate, search, polyanya"), "{}", wrong.err);
}

#[test]
fn the_corners_of_a_trace_are_the_waypoints_of_the_path() {
    let file = sample("courtyard.ron");
    let slopes = ["--slope-waypoints", "--no-slope-waypoints"];
    for options in [&[][..], &["--algorithm", "steps"], &["--method", "taut"], &slopes[..1], &slopes[1..]] {
        let ask = |verb| {
            let line = [verb, file.as_str(), "--json", "--from", "3.2,1.2", "--to", "8.5,19.5"];
            run(&[&line[..], options].concat()).json()
        };
        let (path, trace) = (ask("path"), ask("trace"));
        let corners: Vec<&Value> =
            trace["events"].as_array().into_iter().flatten().filter_map(|step| step.get("corner")).collect();
        let waypoints = path["waypoints"].as_array().expect("an array");
        assert_eq!(corners, waypoints[1..waypoints.len() - 1].iter().collect::<Vec<_>>(), "{options:?}");
        for part in ["status", "length", "lower_bound", "ratio"] {
            assert!(!path[part].is_null() && trace[part] == path[part], "{part} of both, {options:?}");
        }
        let cells = path["cells"].as_array().map_or(0, Vec::len);
        assert_eq!(path["portals"].as_array().map(Vec::len), Some(cells - 1), "one between every two cells");
    }
}

#[test]
fn a_string_is_pulled_flat_or_on_the_surface() {
    // A floor and a wall on it; the wall is a line when seen from above.
    let text = "(version: 1, vertices: [
        (0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0), (4.4, 4, 4), (4.4, 4, 0), (4.8, 8, 4), (4.8, 8, 0),
    ], cells: [(corners: [0, 1, 2, 3]), (corners: [3, 2, 4, 5]), (corners: [5, 4, 6, 7])])";
    let (_folder, file) = Folder::with("wall.ron", text);
    let ends = ["--json", "--from", "3.5,0.5", "--to", "4.7,3.5"];
    let path = |more: &[&str]| run(&[&["path", file.as_str()], &ends[..], more].concat()).json();
    let [plain, flat, curved] = [&[][..], &["--pulling", "flat"], &["--pulling", "curved"]].map(path);
    assert_eq!(plain, flat, "flat by default");
    assert_eq!([&flat, &curved].map(|path| path["pulling"].as_str()), [Some("flat"), Some("curved")]);
    let on_surface = (7.0_f64 * 4.019_950 / 4.0 + 0.5).hypot(3.0);
    let length = curved["length"].as_f64().expect("a path");
    assert!((length - on_surface).abs() < 0.05, "{length} for {on_surface}");
    for verb in ["trace", "compare"] {
        let ran = run(&[&[verb, file.as_str(), "--pulling", "curved"], &ends[..]].concat());
        assert_eq!(ran.code, Some(0), "{verb}: {}", ran.err);
    }
    let wrong = run(&[&["path", file.as_str(), "--pulling", "round"], &ends[..]].concat());
    assert_eq!(wrong.code, Some(2), "{}", wrong.err);
    assert!(wrong.err.contains("flat, curved, sphere"), "{}", wrong.err);
}

#[test]
fn without_a_path_the_nearest_reachable_point_is_printed() {
    let (_folder, file) = Folder::with("squares.ron", SQUARES);
    let ends = ["--from", "1,1", "--to", "9.5,1.5"];
    let ran = run(&[&["path", &file], &ends[..]].concat());
    let last = ran.out.lines().last();
    assert_eq!(
        last,
        Some("  nearest reachable point: (4.00, 0.00, 1.50), 5.50 m from the target"),
        "{}",
        ran.out
    );
    let json = run(&[&["path", &file, "--json"], &ends[..]].concat()).json();
    let expected = serde_json::json!({"cell": 1, "point": [4.0, 0.0, 1.5], "distance": 5.5});
    assert_eq!(json["nearest_reachable"], expected, "{json}");
    let whole = run(&["path", &file, "--json", "--from", "1,1", "--to", "3,1"]).json();
    assert!(whole.get("nearest_reachable").is_none(), "the target itself is reached: {whole}");
    let high = run(&["path", &file, "--from", "1,5,1", "--to", "3,1"]);
    assert!(high.out.contains("; reach floors 5.00 m below to be there"), "{}", high.out);
}

#[test]
fn of_two_floors_the_height_chooses() {
    let cell = |to: &str| {
        let ran = run(&["path", &sample("bridge.ron"), "--json", "--from", "-10,0", "--to", to]);
        ran.json()["target"]["point"][1].as_f64()
    };
    assert_eq!(cell("0,1,1.5"), Some(0.0), "under the bridge");
    assert_eq!(cell("0,1.5"), cell("0,5,1.5"), "on the bridge, which is also the topmost floor");
}
