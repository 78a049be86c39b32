//! Squares over the ground, the blocks of them that boxes overlap, and rings of them.

use glam::{DVec2, Vec2};

/// Squares of one size in rows and columns; those at the border extend to infinity.
#[derive(Clone, Debug)]
pub struct Grid {
    origin: DVec2,
    /// Side length of a square, in metres.
    side: f64,
    /// Number of squares per metre.
    per_metre: f64,
    columns: u16,
    rows: u16,
}

/// Grid coordinates: column and row.
pub type GridPlace = (u16, u16);

/// A block of squares, both ends included; empty if `min` exceeds `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First column and row.
    pub min: GridPlace,
    /// Last column and row.
    pub max: GridPlace,
}

impl Default for Grid {
    fn default() -> Self {
        Self { origin: DVec2::ZERO, side: 1.0, per_metre: 1.0, columns: 1, rows: 1 }
    }
}

impl Grid {
    /// Builds a grid of about `squares` squares over the region that contains most of the contents.
    ///
    /// `samples` are boxes of some contents; without any, the grid has one square. A few distant ones do not enlarge
    /// the squares of all others. `low` and `high` bound all contents.
    pub fn around(samples: &[[DVec2; 2]], [mut low, mut high]: [DVec2; 2], squares: usize) -> Self {
        if samples.is_empty() {
            return Self::default();
        }
        let [x, y] = [0, 1].map(|axis| middle(samples, |at| at[axis]));
        low = low.max(DVec2::new(x[0], y[0]));
        high = high.min(DVec2::new(x[1], y[1])).max(low);
        Self::over(low, high - low, squares)
    }

    /// Builds a grid over a rectangle, with squares of at least a side length in metres.
    ///
    /// The side is doubled until there are at most `most` squares. An empty rectangle has one square.
    pub fn with_side([min, max]: [Vec2; 2], side: f32, most: usize) -> Self {
        let size = (max.as_dvec2() - min.as_dvec2()).max(DVec2::ZERO);
        if !size.is_finite() {
            return Self::default();
        }
        let mut side = f64::from(side.max(f32::MIN_POSITIVE));
        let most_in_row = f64::from(u16::MAX - 1);
        loop {
            let count = (size / side).floor() + 1.0;
            if count.max_element() <= most_in_row && count.x * count.y <= most as f64 {
                let (columns, rows) = (count.x as u16, count.y as u16);
                return Self { origin: min.as_dvec2(), side, per_metre: side.recip(), columns, rows };
            }
            side *= 2.0;
        }
    }

    fn over(origin: DVec2, size: DVec2, squares: usize) -> Self {
        let longest = size.max_element();
        let (area, squares) = (size.x * size.y, squares as f64);
        // A mesh that is almost a line is covered by one row of squares.
        let side = (area / squares).sqrt().max(longest / squares).max(longest / f64::from(u16::MAX - 1));
        if side > 0.0 && side.is_finite() && side.recip().is_finite() {
            let count = |length: f64| (length / side).ceil().clamp(1.0, f64::from(u16::MAX - 1)) as u16;
            Self { origin, side, per_metre: side.recip(), columns: count(size.x), rows: count(size.y) }
        } else {
            Self { origin, ..Self::default() }
        }
    }

    /// Returns a grid over the same ground with twice the side length.
    #[must_use]
    pub fn coarser(&self) -> Self {
        let (columns, rows) = (self.columns.div_ceil(2), self.rows.div_ceil(2));
        Self { side: self.side * 2.0, per_metre: self.per_metre * 0.5, columns, rows, ..*self }
    }

    /// Returns a grid over the same ground with the sides halved, and the number of halvings.
    ///
    /// Halves `halvings` times, or fewer if the column and row numbers would overflow.
    pub fn finer(&self, halvings: u32) -> (Self, u32) {
        let halvings = halvings.min(self.columns.max(self.rows).leading_zeros());
        let times = f64::from(1_u32 << halvings);
        let (columns, rows) = (self.columns << halvings, self.rows << halvings);
        (
            Self { side: self.side / times, per_metre: self.per_metre * times, columns, rows, ..*self },
            halvings,
        )
    }

    /// Returns the number of squares.
    pub fn square_count(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Returns an upper bound on the numbers that [`Self::each_square`] reports.
    pub fn square_numbers(&self) -> usize {
        self.square_count() + usize::from(self.columns) + 1
    }

    /// Returns the number of a square.
    #[inline]
    pub fn index(&self, x: u16, y: u16) -> usize {
        usize::from(y) * usize::from(self.columns) + usize::from(x)
    }

    /// Returns the square that contains a point, or the nearest one outside of the grid.
    #[inline]
    pub fn place(&self, point: Vec2) -> GridPlace {
        self.place_of(point.as_dvec2())
    }

    /// Like [`Self::place`], but for a point in double precision.
    #[inline]
    pub fn place_of(&self, point: DVec2) -> GridPlace {
        // Conversions from float to integer saturate, and NaN becomes 0.
        let at = (point - self.origin) * self.per_metre;
        ((at.x as u16).min(self.columns - 1), (at.y as u16).min(self.rows - 1))
    }

    /// Returns the column that contains an X coordinate.
    #[inline]
    pub fn column(&self, x: f64) -> u16 {
        (((x - self.origin.x) * self.per_metre) as u16).min(self.columns - 1)
    }

    /// Returns the range of a row along Z.
    #[inline]
    pub fn row(&self, y: u16) -> [f64; 2] {
        [y, y + 1].map(|y| self.origin.y + f64::from(y) * self.side)
    }

    /// Returns the numbers of columns and rows.
    pub fn size(&self) -> GridPlace {
        (self.columns, self.rows)
    }

    /// Returns the side length of a square, in metres.
    pub fn side(&self) -> f64 {
        self.side
    }

    /// Returns the block of all squares.
    pub fn whole(&self) -> Span {
        Span { min: (0, 0), max: (self.columns - 1, self.rows - 1) }
    }

    /// Returns the squares that a box overlaps; empty if the box is inverted.
    pub fn span(&self, [min, max]: [Vec2; 2]) -> Span {
        if min.cmple(max).all() { Span { min: self.place(min), max: self.place(max) } } else { Span::EMPTY }
    }

    /// Calls `visit` with the numbers of a block's squares, each with `true`.
    ///
    /// For small blocks also reports neighbouring squares, with `false`. This avoids unpredictable branches.
    #[inline]
    pub fn each_square(&self, span: Span, mut visit: impl FnMut(usize, bool)) {
        let (across, down) = (span.max.0.wrapping_sub(span.min.0), span.max.1.wrapping_sub(span.min.1));
        if across | down <= 1 {
            let square = self.index(span.min.0, span.min.1);
            let below = square + usize::from(self.columns);
            visit(square, true);
            visit(square + 1, across == 1);
            visit(below, down == 1);
            visit(below + 1, across & down == 1);
            return;
        }
        let [first, top] = [span.min.0, span.min.1].map(usize::from);
        let [end, bottom] = [span.max.0, span.max.1].map(|last| usize::from(last) + 1);
        for y in top..bottom {
            let row = y * usize::from(self.columns);
            (first..end).for_each(|x| visit(row + x, true));
        }
    }

    /// Whether the grid contains a box, without the infinite extension of its border squares.
    pub fn holds(&self, [min, max]: [Vec2; 2]) -> bool {
        let end = self.origin + DVec2::new(f64::from(self.columns), f64::from(self.rows)) * self.side;
        min.as_dvec2().cmpge(self.origin).all() && max.as_dvec2().cmple(end).all()
    }

    /// Returns the largest radius of a ring around `home` that contains a square.
    pub fn reach(&self, (x, y): GridPlace) -> u16 {
        x.max(self.columns - 1 - x).max(y).max(self.rows - 1 - y)
    }

    /// Returns the squares at exactly `radius` columns or rows from `home`.
    pub fn ring(&self, (x, y): GridPlace, radius: u16) -> impl Iterator<Item = GridPlace> {
        let (left, right) = (x.checked_sub(radius), x.checked_add(radius).filter(|&x| x < self.columns));
        let (low, high) = (y.checked_sub(radius), y.checked_add(radius).filter(|&y| y < self.rows));
        let columns = x.saturating_sub(radius)..=x.saturating_add(radius).min(self.columns - 1);
        // The corners belong to the horizontal edges of the ring.
        let first = low.map_or(0, |y| y + 1);
        let rows = first..high.unwrap_or(self.rows).max(first);
        let high = high.filter(|_| radius > 0);
        let right = right.filter(|_| radius > 0);
        let across = low.into_iter().chain(high).flat_map(move |y| columns.clone().map(move |x| (x, y)));
        let along = left.into_iter().chain(right).flat_map(move |x| rows.clone().map(move |y| (x, y)));
        across.chain(along.filter(move |_| radius > 0))
    }

    /// Returns the ground box that a block of squares covers.
    ///
    /// Squares at the border extend to `bounds`, the bounding box of all contents.
    #[inline]
    pub fn ground(&self, Span { min: first, max: last }: Span, bounds: [DVec2; 2]) -> [DVec2; 2] {
        let [low, high] = bounds;
        let edge = |square: u16, origin: f64| origin + f64::from(square) * self.side;
        let from = |square: u16, origin: f64, low: f64| if square == 0 { low } else { edge(square, origin) };
        let to = |square: u16, count: u16, origin: f64, high: f64| {
            if square + 1 >= count { high } else { edge(square + 1, origin) }
        };
        [
            DVec2::new(from(first.0, self.origin.x, low.x), from(first.1, self.origin.y, low.y)),
            DVec2::new(
                to(last.0, self.columns, self.origin.x, high.x),
                to(last.1, self.rows, self.origin.y, high.y),
            ),
        ]
    }

    /// Returns the maximum distance of a point outside the square assigned to it, caused by rounding.
    pub fn slack(&self, [low, high]: [DVec2; 2]) -> f64 {
        let magnitude = self.origin.abs().max(low.abs()).max(high.abs()).max_element();
        1e-12 * (magnitude + self.side * f64::from(self.columns.max(self.rows)))
    }

    /// Returns a lower bound on the distance from `point` to everything outside a ring of squares.
    ///
    /// This is everything that overlaps no square within `radius` of `home`, the square of the point. `bounds` is the
    /// bounding box of all contents. Infinite if nothing lies beyond.
    pub fn clearance(&self, point: Vec2, home: GridPlace, radius: u16, bounds: [DVec2; 2]) -> f64 {
        let [low, high] = bounds;
        let edge = |square: u16, origin: f64| origin + f64::from(square) * self.side;
        let before = |home: u16| home.checked_sub(radius).filter(|&first| first > 0);
        let behind = |home: u16, count: u16| {
            home.checked_add(radius).filter(|&last| last < count - 1).map(|last| last + 1)
        };
        let beyond = [
            before(home.0).map(|x| [low, DVec2::new(edge(x, self.origin.x), high.y)]),
            before(home.1).map(|y| [low, DVec2::new(high.x, edge(y, self.origin.y))]),
            behind(home.0, self.columns).map(|x| [DVec2::new(edge(x, self.origin.x), low.y), high]),
            behind(home.1, self.rows).map(|y| [DVec2::new(low.x, edge(y, self.origin.y)), high]),
        ];
        let point = point.as_dvec2();
        let distances = beyond.into_iter().flatten().map(|strip| distance_squared(point, strip).sqrt());
        // The slack covers the rounding of the edges' positions.
        distances.fold(f64::INFINITY, f64::min) - self.slack([low.min(point), high.max(point)])
    }
}

/// Returns the squared distance from a point to a box; 0 inside.
#[inline]
pub fn distance_squared(point: DVec2, [low, high]: [DVec2; 2]) -> f64 {
    (low - point).max(point - high).max(DVec2::ZERO).length_squared()
}

impl Default for Span {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Span {
    /// The block without squares.
    pub const EMPTY: Self = Self { min: (1, 1), max: (0, 0) };

    /// Returns the block of one square.
    pub fn square(place: GridPlace) -> Self {
        Self { min: place, max: place }
    }

    /// Returns the smallest block that contains all squares; empty if there are none.
    pub fn of(places: impl Iterator<Item = GridPlace>) -> Self {
        let whole = Self { min: (u16::MAX, u16::MAX), max: (0, 0) };
        let span = places.fold(whole, |Self { min, max }, (x, y)| Self {
            min: (min.0.min(x), min.1.min(y)),
            max: (max.0.max(x), max.1.max(y)),
        });
        if span == whole { Self::EMPTY } else { span }
    }

    /// Returns the smallest block that contains three squares.
    #[inline]
    pub fn of_three([a, b, c]: [GridPlace; 3]) -> Self {
        let min = (a.0.min(b.0).min(c.0), a.1.min(b.1).min(c.1));
        let max = (a.0.max(b.0).max(c.0), a.1.max(b.1).max(c.1));
        Self { min, max }
    }

    /// Whether the block contains a square.
    #[inline]
    pub fn holds(self, (x, y): GridPlace) -> bool {
        (self.min.0..=self.max.0).contains(&x) && (self.min.1..=self.max.1).contains(&y)
    }

    /// Whether both blocks contain a common square.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.min.0 <= other.max.0
            && other.min.0 <= self.max.0
            && self.min.1 <= other.max.1
            && other.min.1 <= self.max.1
    }

    /// Returns the block in squares whose sides are doubled `doublings` times.
    #[inline]
    #[must_use]
    pub fn coarser(self, doublings: u32) -> Self {
        let coarse = |(x, y): GridPlace| (x >> doublings, y >> doublings);
        if self == Self::EMPTY { self } else { Self { min: coarse(self.min), max: coarse(self.max) } }
    }

    /// Returns the number of squares.
    pub fn square_count(self) -> usize {
        if self == Self::EMPTY {
            return 0;
        }
        (usize::from(self.max.0 - self.min.0) + 1) * (usize::from(self.max.1 - self.min.1) + 1)
    }

    /// Iterates over the squares, row by row.
    pub fn places(self) -> impl Iterator<Item = GridPlace> {
        (self.min.1..=self.max.1).flat_map(move |y| (self.min.0..=self.max.0).map(move |x| (x, y)))
    }

    /// Returns the first square shared with another block. The blocks must intersect.
    pub fn first_shared(self, other: Self) -> GridPlace {
        (self.min.0.max(other.min.0), self.min.1.max(other.min.1))
    }

    /// Returns the square of the block nearest to `place`.
    pub fn nearest_to(self, place: GridPlace) -> GridPlace {
        (place.0.clamp(self.min.0, self.max.0), place.1.clamp(self.min.1, self.max.1))
    }
}

/// Returns the range of the boxes' centres without the outermost hundredth at either end.
///
/// The range is extended at both ends by half its length. It is infinite if it has no length.
fn middle(samples: &[[DVec2; 2]], axis: impl Fn(DVec2) -> f64) -> [f64; 2] {
    let range = |place: &dyn Fn(&[DVec2; 2], usize) -> DVec2| {
        let [mut lows, mut highs] =
            [0, 1].map(|end| samples.iter().map(|it| axis(place(it, end))).collect::<Vec<f64>>());
        let outermost = samples.len() / 100;
        let nth = |values: &mut Vec<f64>, nth: usize| *values.select_nth_unstable_by(nth, f64::total_cmp).1;
        [nth(&mut lows, outermost), nth(&mut highs, samples.len() - 1 - outermost)]
    };
    let middles = range(&|[low, high], _| (*low + *high) * 0.5);
    // The centres of a row of boxes are collinear; the boxes' ends then determine the width.
    let [first, last] = if middles[0] < middles[1] { middles } else { range(&|ends, end| ends[end]) };
    let margin = (last - first) * 0.5;
    if margin > 0.0 { [first - margin, last + margin] } else { [f64::NEG_INFINITY, f64::INFINITY] }
}
