import { formatNumber, StepLine, type StepPoint, useStore } from "@souk/ui";
import { texts } from "../texts.ts";

/** Show the units in stock over time, from the oldest known movement until now. */
export function StockLine({ points, total }: { points: readonly StepPoint[]; total: number }) {
  const { timezone } = useStore();
  return (
    <StepLine
      points={points}
      total={total}
      timezone={timezone}
      format={formatNumber}
      words={texts.stock.line.description}
    />
  );
}
