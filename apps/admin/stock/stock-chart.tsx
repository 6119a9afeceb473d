import { formatNumber, StepLine, type StepPoint, useStore } from "@souk/ui";
import { texts } from "../texts.ts";

/**
 * Show a chart of the stock over time, from the oldest loaded movement until now.
 * @param total the current stock
 */
export function StockChart({ points, total }: { points: readonly StepPoint[]; total: number }) {
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
