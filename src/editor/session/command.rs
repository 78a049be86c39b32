//! Commands of the program; [`crate::editor::interaction::commands`] describes and runs them.

/// Declares the commands, and a list of all of them.
macro_rules! commands {
    ($($name:ident),+ $(,)?) => {
        /// A command of the program; [`crate::editor::interaction::commands::TABLE`] describes each one.
        #[expect(missing_docs, reason = "the table says what each does")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Command {
            $($name),+
        }

        impl Command {
            /// Every command.
            pub const ALL: &[Self] = &[$(Self::$name),+];
        }
    };
}

#[rustfmt::skip]
commands! {
    // File
    New, Open, ImportInto, Save, SaveAs, Export, ExportAgain, ExportTargets, AddLevel, AddImage, CompareWithFile, CompareWithSaved,
    CompareWithLastStep,
    NextDifference, PreviousDifference, EndComparison, ReloadChanged, CompareChanged, KeepChanged, Revert, Quit,
    // Edit
    Undo, Redo, Cut, Copy, Paste, Duplicate, Delete, Dissolve,
    // Select
    VertexMode, EdgeMode, CellMode, SelectAll, SelectNone, SelectInverse, SelectLinked, SelectIslands, GrowSelection,
    ShrinkSelection, SelectBroken,
    // Tool
    SelectTool, BoxTool, VertexTool, DrawTool, RectangleTool, HoleTool, KnifeTool, ExtrudeTool, PaintTool, LinkTool, StartTool, TargetTool,
    WalkTool, RayTool, AgentsTool, ImageTool, AskTool, VolumeTool, ThrowTool,
    // Mesh
    Move, Rotate, Scale, Extrude, Fill, SplitEdges, Connect, FlipEdge, MergeAtFirst, MergeAtLast, MergeAtCenter,
    MergeByDistance, Weld, SubtractSelection, CutOutSelection, FixIssue, Repair, Recenter, IgnoreIssue, IgnoreKind, RestoreIssues, WhyNotConnected, ConnectCells, Triangulate, MergeConvex, SplitConcave, ReverseWinding, ClosedSurface, PaintSelection, NewArea,
    ToggleOneWay, ReverseLink, TakeHeights,
    ToggleKeepOutlines, SelectOutline, OutlineFromBoundary, OutlinesFromSection, OutlinesFromImage, OffsetOutlines, StepTriangulation, BakeOutlines,
    Generate, Regenerate, ApplyUpdate, ShowGeneration, ToggleJumpLinks,
    SideView, ShowPlatforms, SuggestJumps, AddJumps,
    NudgeLeft, NudgeRight, NudgeUp, NudgeDown, Raise, Lower,
    NudgeLeftFar, NudgeRightFar, NudgeUpFar, NudgeDownFar, RaiseFar, LowerFar,
    NudgeLeftFinely, NudgeRightFinely, NudgeUpFinely, NudgeDownFinely, RaiseFinely, LowerFinely,
    // Path
    StartHere, TargetHere, RandomEnds, SwapEnds, ClearEnds, NextQuery, PreviousQuery, NewQuery, RemoveQuery,
    NextAlgorithm, WidestAgent, ToggleSlopeWaypoints, ToggleCurved, ToggleSphere, ExpectAnswer, ExpectCells, ExpectNothing, NextDiffering,
    CopyReproduction, WeldGap, BridgeGap, LinkGap, OpenWay, TargetNearest, WhyDetour, FixDetour,
    // Step
    FirstStep, StepBack, PlayOrPause, StepForward, LastStep, PreviousBreakpoint, NextBreakpoint,
    PreviousStage, NextStage, PreviousOfKind, NextOfKind, PreviousHere, NextHere, RunToCell, StepThroughAll, PlaySlower,
    PlayFaster, BreakAtCorner, BreakAtApex, BreakAtCrossing, BreakAtPortal, BreakAtCell, LeaveStepper, ExplainStage,
    // Simulation
    PlaySimulation, StepSimulation, StepSimulationBack, RestartSimulation, RunAgain, LoopSimulation, NextAgent, NextAgentEvent, PreviousAgentEvent, WhyStuck, NextHeatMap, CompareScenario, NewScenario,
    DuplicateScenario, RemoveScenario, NextScenario,
    // View
    FrameAll, FrameSelection, ZoomIn, ZoomOut, LookFromTop, LookFromFront, LookFromRight, LookFromCorner, LookFromOpposite, ToggleParallel, ShowSpace, SplitViews, HideIslands, IsolateIslands, ShowAllIslands, NextColoring, ColorByArea,
    ColorByHeight, ColorByIsland, ColorByDistance, ColorByTrueDistance, ColorByMeasure, ToggleGridSnap, CoarserGrid, FinerGrid, AdaptiveGrid, ToggleMeshSnap, ToggleMergeOnDrop, ToggleIssues, NextIssue, PreviousIssue,
    ToggleCorridor, TogglePortals, ToggleNumbers, ToggleLegend, ToggleTheme, EnlargeUi, ShrinkUi, ResetUiScale, ResetLayout,
    ToggleLevelSnap, ToggleLevelHeights, CutLevels, RaiseCut, LowerCut, NextOutdated,
    ToggleChokepoints, ToggleClearance, ToggleWalkComparison, FindPairs, ForgetPairs, SampleDetours, ForgetDetours, ShowStatistics, CopyStatistics, SaveStatistics, CopyIslands, SaveIslands, CopyAreas, SaveAreas,
    NextGenerationStage, PreviousGenerationStage,
    // Help
    Palette, CheatSheet, ExplainFunnel, Preferences, StartScreen, FrameTimes, About,
}
