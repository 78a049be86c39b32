//! Parser of the sections of a file: its resources, its nodes, and the files that it refers to.

use std::borrow::Cow;
use std::collections::HashMap;

use super::nodes::{NO_COSTS, NodeLink, NodeMesh, NodePlacing, SceneNode};
use super::tokens::{GodotFault, Token, Tokens, Value, describe};
use super::{GodotResource, Polygons};
use crate::document::PlacedOutline;
use crate::io::text::quoted;
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::progress::Progress;

/// Memory of a vertex, and of the search for vertices with its position.
const VERTEX_BYTES: usize = size_of::<Vec3>() + 2 * size_of::<u32>();

/// End of the error of a file that begins like none of Godot.
const NO_HEADER: &str =
    "where \"[gd_resource\" or \"[gd_scene\" should be; save the scene or resource as text in Godot";

/// Name of a section with its properties, such as `[node name="Level" type="Node3D"]`.
pub(super) type GodotSection<'a> = (&'a str, Vec<(&'a str, Value<'a>)>);

/// What the first section of a file declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GodotHeader {
    /// A resource of a type that is read as a mesh.
    Resource(GodotResource),
    /// A scene, or a resource of another type.
    Other,
}

/// Contents of a file.
#[derive(Debug)]
pub(super) struct GodotFile {
    /// The resource itself, if it is a navigation mesh.
    pub(super) main: Option<Polygons>,
    /// Inner resources that are navigation meshes, with their ids.
    pub(super) inner: Vec<(String, Polygons)>,
    pub(super) nodes: Vec<SceneNode>,
    /// Paths of other files, by their ids.
    pub(super) paths: HashMap<String, String>,
    /// Budget that parsing has left.
    pub(super) budget: Budget,
}

/// Whether a section can be the first one of a file.
pub(super) fn is_first(section: &GodotSection<'_>) -> bool {
    ["gd_resource", "gd_scene"].contains(&section.0)
}

impl GodotHeader {
    pub(super) fn of(section: &GodotSection<'_>) -> Self {
        let resource = (section.0 == "gd_resource").then(|| text(section, "type"));
        resource.and_then(|name| GodotResource::of_name(&name)).map_or(Self::Other, Self::Resource)
    }
}

/// Returns a property of a section as text; empty if the section does not have it.
fn text<'a>((_, properties): &GodotSection<'a>, name: &str) -> Cow<'a, str> {
    match properties.iter().find(|(key, _)| *key == name) {
        Some((_, Value::Text(text))) => text.clone(),
        Some((_, Value::Word(word))) => Cow::Borrowed(word),
        _ => Cow::default(),
    }
}

/// Reads the head of a section.
pub(super) fn section<'a>(tokens: &mut Tokens<'a>) -> Result<GodotSection<'a>, GodotFault> {
    tokens.expect(&Token::Open(b']'))?;
    let name = match tokens.next()? {
        Token::Word(name) => name,
        token => {
            let found = describe(&token);
            return tokens
                .error(format!("here is {found}, where the name of a section should be; correct it"));
        }
    };
    let mut properties = Vec::new();
    loop {
        match tokens.next()? {
            Token::Word(key) => {
                tokens.expect(&Token::Equal)?;
                properties.push((key, tokens.value()?));
            }
            Token::Close(b']') => return Ok((name, properties)),
            token => {
                let found = describe(&token);
                return tokens.error(format!("here is {found}, where \"]\" is missing; correct it"));
            }
        }
    }
}

impl GodotFile {
    pub(super) fn parse(text: &str, budget: Budget, progress: &Progress) -> Result<Self, GodotFault> {
        let mut tokens = Tokens::new(text, budget, progress);
        let (main, inner, nodes) = (None, Vec::new(), Vec::new());
        let mut file = Self { main, inner, nodes, paths: HashMap::new(), budget };
        let mut header = None;
        while tokens.is_next('[') {
            let section = section(&mut tokens)?;
            if header.is_none() && !is_first(&section) {
                let name = quoted(section.0);
                return tokens.error(format!("the file begins with the section {name}, {NO_HEADER}"));
            }
            let header = *header.get_or_insert_with(|| GodotHeader::of(&section));
            file.section(&mut tokens, &section, header)?;
        }
        file.budget = tokens.budget();
        match tokens.next()? {
            Token::End if header.is_some() => Ok(file),
            Token::End => tokens.error(format!("the file ends, {NO_HEADER}")),
            token => {
                let found = describe(&token);
                tokens.error(format!("the file begins with {found}, {NO_HEADER}"))
            }
        }
    }

    /// Reads the properties of a section.
    fn section(
        &mut self,
        tokens: &mut Tokens<'_>,
        section: &GodotSection<'_>,
        header: GodotHeader,
    ) -> Result<(), GodotFault> {
        match (section.0, header) {
            ("resource", GodotHeader::Resource(resource)) => self.main = Some(polygons(tokens, resource)?),
            ("sub_resource", _) => {
                let Some(resource) = GodotResource::of_name(&text(section, "type")) else {
                    return skip(tokens);
                };
                let id = Self::kept(tokens, text(section, "id"), size_of::<Polygons>())?;
                self.inner.push((id, polygons(tokens, resource)?));
            }
            ("ext_resource", _) => {
                let id = Self::kept(tokens, text(section, "id"), 2 * size_of::<[String; 2]>())?;
                let path = Self::kept(tokens, text(section, "path"), 0)?;
                self.paths.insert(id, path);
                skip(tokens)?;
            }
            ("node", _) => {
                let node = node(tokens, section)?;
                tokens.keep(node.bytes())?;
                self.nodes.push(node);
            }
            _ => skip(tokens)?,
        }
        Ok(())
    }

    /// Returns text to keep, with more bytes.
    fn kept(tokens: &mut Tokens<'_>, text: Cow<'_, str>, more: usize) -> Result<String, GodotFault> {
        tokens.keep(text.len() + more)?;
        Ok(text.into_owned())
    }
}

fn skip(tokens: &mut Tokens<'_>) -> Result<(), GodotFault> {
    while tokens.key()?.is_some() {
        tokens.value()?;
    }
    Ok(())
}

/// Reads the properties of a navigation mesh.
fn polygons(tokens: &mut Tokens<'_>, resource: GodotResource) -> Result<Polygons, GodotFault> {
    let mut polygons = Polygons { metre: resource.metre(), ..Polygons::default() };
    while let Some(key) = tokens.key()? {
        match &*key {
            "vertices" => {
                polygons.positions = positions(tokens, resource)?;
                polygons.lines[0] = tokens.line();
            }
            "polygons" => {
                rings(tokens, &mut polygons)?;
                polygons.lines[1] = tokens.line();
            }
            "outlines" => polygons.outlines = outlines(tokens)?,
            _ => {
                tokens.value()?;
            }
        }
    }
    Ok(polygons)
}

/// Reads the arrays of positions in a value, without numbers that are none.
fn outlines(tokens: &mut Tokens<'_>) -> Result<Vec<Vec<Vec2>>, GodotFault> {
    let mut outlines = Vec::new();
    for array in tokens.text_of_value()?.split("Vector2Array(").skip(1) {
        let numbers = array.split(')').next().unwrap_or_default().split(',');
        // Through a double, like Godot.
        let numbers: Vec<f32> =
            numbers.filter_map(|word| Some(word.trim().parse::<f64>().ok()? as f32)).collect();
        let points: Vec<Vec2> = numbers.chunks_exact(2).map(|pair| Vec2::new(pair[0], pair[1])).collect();
        tokens.keep(size_of::<PlacedOutline>() + 4 * size_of_val(&*points))?;
        outlines.push(points);
    }
    Ok(outlines)
}

/// Reads an array of vectors, such as `PackedVector3Array(0, 0, 0, 1, 0, 0)`.
fn positions(tokens: &mut Tokens<'_>, resource: GodotResource) -> Result<Vec<Vec3>, GodotFault> {
    let (types, size) = match resource {
        GodotResource::NavigationMesh => (["PackedVector3Array", "PoolVector3Array", "Vector3Array"], 3),
        GodotResource::NavigationPolygon => (["PackedVector2Array", "PoolVector2Array", "Vector2Array"], 2),
    };
    match tokens.next()? {
        Token::Word(name) if types.contains(&name) => tokens.expect(&Token::Open(b')'))?,
        token => {
            let (found, expected) = (describe(&token), types[0]);
            return tokens.error(format!("the vertices are {found}; write them as {expected}(…)"));
        }
    }
    let (mut positions, mut vector, mut filled) = (Vec::new(), [0.0; 3], 0);
    tokens.numbers(b')', |tokens, word| {
        vector[filled] = number(tokens, word)?;
        filled += 1;
        if filled == size {
            tokens.keep(VERTEX_BYTES)?;
            let [x, y, z] = vector;
            positions.push(if size == 3 { Vec3::new(x, y, z) } else { Vec3::new(x, 0.0, y) });
            filled = 0;
        }
        Ok(())
    })?;
    if filled > 0 {
        let last = positions.len();
        return tokens
            .error(format!("vertex {last} has only {filled} of {size} numbers; complete it or remove it"));
    }
    Ok(positions)
}

/// Returns a number as in the file; infinite if it is out of range.
fn number(tokens: &Tokens<'_>, word: &str) -> Result<f32, GodotFault> {
    match word {
        "inf" => Ok(f32::INFINITY),
        "inf_neg" | "-inf" => Ok(f32::NEG_INFINITY),
        "nan" => Ok(f32::NAN),
        _ => match word.parse::<f64>() {
            // Through a double, like Godot.
            Ok(number) => Ok(number as f32),
            Err(_) => tokens.error(format!("here is {}, where a number should be; correct it", quoted(word))),
        },
    }
}

/// Reads arrays of corners: `[PackedInt32Array(0, 1, 2)]` or `Array[PackedInt32Array]([…])`.
fn rings(tokens: &mut Tokens<'_>, polygons: &mut Polygons) -> Result<(), GodotFault> {
    (polygons.corners, polygons.sizes) = (Vec::new(), Vec::new());
    let mut token = tokens.next()?;
    let is_typed = token == Token::Word("Array");
    if is_typed {
        if tokens.is_next('[') {
            tokens.next()?;
            tokens.skip_to_end(b']')?;
        }
        tokens.expect(&Token::Open(b')'))?;
        token = tokens.next()?;
    }
    if token != Token::Open(b']') {
        let found = describe(&token);
        return tokens
            .error(format!("the polygons are {found}; write them as [PackedInt32Array(0, 1, 2), …]"));
    }
    loop {
        let close = match tokens.next()? {
            Token::Close(b']') => break,
            Token::Comma => continue,
            Token::Open(b']') => b']',
            Token::Word("PackedInt32Array" | "PackedInt64Array" | "PoolIntArray" | "IntArray") => {
                tokens.expect(&Token::Open(b')'))?;
                b')'
            }
            token => {
                let found = describe(&token);
                return tokens.error(format!("a polygon is {found}; write it as PackedInt32Array(0, 1, 2)"));
            }
        };
        let first = polygons.corners.len();
        let Polygons { corners, sizes, .. } = polygons;
        tokens.numbers(close, |tokens, word| {
            let Ok(corner) = word.parse::<u32>() else {
                let (polygon, word) = (sizes.len(), quoted(word));
                return tokens
                    .error(format!("polygon {polygon} names vertex {word}; give the number of a vertex"));
            };
            tokens.keep(2 * size_of::<u32>())?;
            corners.push(corner);
            Ok(())
        })?;
        tokens.keep(2 * size_of::<u32>())?;
        sizes.push((corners.len() - first) as u32);
    }
    if is_typed { tokens.expect(&Token::Close(b')')) } else { Ok(()) }
}

/// Reads a node with the properties that place its navigation mesh.
fn node(tokens: &mut Tokens<'_>, section: &GodotSection<'_>) -> Result<SceneNode, GodotFault> {
    let (_, properties) = section;
    let is_instance =
        properties.iter().any(|(key, value)| *key == "instance" && matches!(value, Value::Call(..)));
    let has_parent = properties.iter().any(|(key, _)| *key == "parent");
    // A plain node separates its children from the transforms above it.
    let (mut placement, mut inherits) = (NodePlacing::default(), text(section, "type") != "Node");
    let is_link = ["NavigationLink2D", "NavigationLink3D"].contains(&&*text(section, "type"));
    let mut link = is_link.then(NodeLink::default);
    let (mut mesh, mut is_disabled, mut costs) = (None, false, NO_COSTS);
    while let Some(key) = tokens.key()? {
        match &*key {
            "navigation_mesh" | "navigation_polygon" | "navmesh" | "navpoly" => {
                mesh = match tokens.value()? {
                    Value::Call("SubResource", id) => Some(NodeMesh::Inner(id.into_owned())),
                    Value::Call("ExtResource", id) => Some(NodeMesh::OtherFile(id.into_owned())),
                    _ => None,
                };
            }
            "transform" => placement.transform = numbers(tokens)?,
            "position" => placement.position = numbers(tokens)?,
            "rotation" => placement.rotation = numbers(tokens)?,
            "scale" => placement.scale = numbers(tokens)?,
            "skew" => placement.skew = numbers(tokens)?,
            "enabled" => is_disabled = tokens.value()? == Value::Word("false"),
            "enter_cost" => costs[0] = numbers(tokens)?.first().copied().unwrap_or(costs[0]),
            "travel_cost" => costs[1] = numbers(tokens)?.first().copied().unwrap_or(costs[1]),
            "top_level" => inherits &= tokens.value()? != Value::Word("true"),
            key => match link.as_mut().map(|link| (link, key)) {
                Some((link, "start_position")) => link.ends[0] = numbers(tokens)?,
                Some((link, "end_position")) => link.ends[1] = numbers(tokens)?,
                Some((link, "bidirectional")) => link.is_one_way = tokens.value()? == Value::Word("false"),
                _ => drop(tokens.value()?),
            },
        }
    }
    Ok(SceneNode {
        name: text(section, "name").into_owned(),
        parent: has_parent.then(|| text(section, "parent").into_owned()),
        is_instance,
        inherits,
        parent_from_node: placement.matrix(),
        mesh,
        link,
        is_disabled,
        costs,
    })
}

/// Reads the numbers of a value such as `Vector2(1, 2)` or `0.5`; none of a value without numbers.
fn numbers(tokens: &mut Tokens<'_>) -> Result<Vec<f64>, GodotFault> {
    /// Number of numbers in the largest transform.
    const MOST: usize = 12;
    let mut numbers = Vec::new();
    let mut add = |word: &str| {
        if numbers.len() < MOST {
            numbers.extend(word.parse::<f64>());
        }
    };
    match tokens.next()? {
        Token::Word(word) if !tokens.is_next('(') => add(word),
        Token::Word(_) => {
            tokens.next()?;
            loop {
                match tokens.next()? {
                    Token::Word(word) => add(word),
                    Token::Open(close) => tokens.skip_to_end(close)?,
                    Token::Close(b')') => break,
                    Token::Close(_) | Token::End => return tokens.error("here \")\" is missing; correct it"),
                    _ => {}
                }
            }
        }
        Token::Open(close) => tokens.skip_to_end(close)?,
        _ => {}
    }
    Ok(numbers)
}
