import { Skeleton } from "@mantine/core";
import { useLate } from "../states/use-late.ts";

const widths = ["72%", "48%", "60%", "36%"];

/** Rows in the shape of those that are on their way; their room is kept from the start, so that nothing jumps. */
export function SkeletonRows({ columns, count = 5 }: { columns: number; count?: number }) {
  const isLate = useLate(150);
  return Array.from({ length: count }, (_, row) => row).map((row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_, at) => at).map((at) => (
        <td key={at}>
          <Skeleton height={14} width={widths[(row + at) % 4] ?? "50%"} radius="sm" visible={isLate} animate>
            <span />
          </Skeleton>
        </td>
      ))}
    </tr>
  ));
}
