//! Command-line options for area costs, blocked areas and links.

use std::str::FromStr;

use clap::Args;

use super::output::{one_of, shortened};
use navsmith_core::navmesh::AreaId;
use navsmith_core::pathfinding::agent::Filter;
use navsmith_formats::document::Document;

/// Options for the areas that a path may cross, their costs, and the use of links.
#[derive(Args, Clone, Debug)]
pub(super) struct FilterOptions {
    /// Cost of a metre in this area, where 1 is plain ground; may be given several times.
    /// A cost also opens an area that all queries of the document forbid.
    #[arg(long = "area-cost", value_name = "NAME=COST")]
    costs: Vec<AreaCost>,
    #[command(flatten)]
    blocked: BlockedAreas,
    /// Ignore all links.
    #[arg(long = "no-link", alias = "no-links")]
    ignores_links: bool,
}

/// Option for the areas that may not be crossed.
#[derive(Args, Clone, Debug)]
pub(super) struct BlockedAreas {
    /// Keep out of this area; may be given several times.
    #[arg(long = "block", value_name = "NAME")]
    blocked: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
struct AreaCost {
    name: String,
    cost: f32,
}

impl FromStr for AreaCost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let give = || "give the name of an area and a cost, as in mud=2";
        let (name, cost) = text.rsplit_once('=').ok_or_else(give)?;
        let cost: f32 = cost.trim().parse().map_err(|_ignored| give())?;
        if !(cost.is_finite() && cost > 0.0) {
            return Err("give a cost of more than 0; --block NAME keeps paths out of an area".into());
        }
        Ok(Self { name: name.into(), cost })
    }
}

impl FilterOptions {
    /// Returns the filter for a document; a clause as `Err` if none of its areas has one of the names.
    ///
    /// It forbids the areas that all queries of the document forbid, unless an option gives them a cost.
    pub(super) fn of(&self, document: &Document) -> Result<Filter, String> {
        let costs = self.costs.iter().map(|AreaCost { name, cost }| (name.as_str(), *cost));
        let mut filter = filter_of(costs.chain(self.blocked.costs()), document)?;
        filter.ignores_links = self.ignores_links;
        Ok(filter)
    }
}

impl BlockedAreas {
    /// Returns the filter for a document; a clause as `Err` if none of its areas has one of the names.
    ///
    /// It forbids the areas that all queries of the document forbid, unless an option gives them a cost.
    pub(super) fn of(&self, document: &Document) -> Result<Filter, String> {
        filter_of(self.costs(), document)
    }

    fn costs(&self) -> impl Iterator<Item = (&str, f32)> {
        self.blocked.iter().map(|name| (name.as_str(), f32::INFINITY))
    }
}

fn filter_of<'a>(costs: impl Iterator<Item = (&'a str, f32)>, document: &Document) -> Result<Filter, String> {
    let mut filter = Filter::default();
    document.forbidden_areas().for_each(|area| filter.set_cost(area, f32::INFINITY));
    let areas = &*document.areas;
    for (name, cost) in costs {
        let mut found = (0..).map(AreaId).zip(areas).filter(|(_, area)| area.name == name).peekable();
        if found.peek().is_none() {
            let advice = one_of(areas.iter().map(|area| area.name.as_str()), "the document has no areas");
            return Err(format!("there is no area named \"{}\"; {advice}", shortened(name)));
        }
        found.for_each(|(area, _)| filter.set_cost(area, cost));
    }
    Ok(filter)
}
