import { Skeleton } from "@mantine/core";
import { useHasElapsed } from "../states/use-has-elapsed.ts";

const widths = ["72%", "48%", "60%", "36%"];

/**
 * Show placeholder rows while loading, after a delay. The space for the rows is reserved at once, so that nothing moves.
 */
export function SkeletonRows({ columns, count = 5 }: { columns: number; count?: number }) {
  const isVisible = useHasElapsed(150);
  return Array.from({ length: count }, (_, row) => row).map((row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_, index) => index).map((index) => (
        <td key={index}>
          <Skeleton
            height={14}
            width={widths[(row + index) % 4] ?? "50%"}
            radius="sm"
            visible={isVisible}
            animate
          >
            <span />
          </Skeleton>
        </td>
      ))}
    </tr>
  ));
}
