import { formatNumber, StepLine, type StepPoint, useStore } from "@souk/ui";
import { texts } from "../texts.ts";

/**
 * Show a chart of the stock over time, from the oldest loaded movement until now.
 * @param currentQuantity the current stock
 */
export function StockChart({
  points,
  currentQuantity,
}: {
  points: readonly StepPoint[];
  currentQuantity: number;
}) {
  const { timezone } = useStore();
  return (
    <StepLine
      points={points}
      total={currentQuantity}
      timezone={timezone}
      format={formatNumber}
      words={texts.stock.line.description}
    />
  );
}
