"""What finished games say of the people who played them: a fold over scoreboards, nothing else."""

from scorekeeper.stats.figures import Figures, figures_of

__all__ = ["Figures", "figures_of"]
