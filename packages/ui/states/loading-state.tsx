import { Skeleton, VisuallyHidden } from "@mantine/core";
import { texts } from "../texts.ts";
import styles from "./states.module.css";
import { useHasElapsed } from "./use-has-elapsed.ts";

export type LoadingKind = "text" | "form" | "table";

const skeletonLines: Readonly<
  Record<LoadingKind, readonly { line: number; height: number; width: string }[]>
> = {
  text: [
    { line: 1, height: 14, width: "82%" },
    { line: 2, height: 14, width: "94%" },
    { line: 3, height: 14, width: "61%" },
  ],
  form: [
    { line: 1, height: 12, width: "18%" },
    { line: 2, height: 38, width: "100%" },
    { line: 3, height: 12, width: "24%" },
    { line: 4, height: 38, width: "100%" },
  ],
  table: Array.from({ length: 6 }, (_, line) => ({
    line,
    height: 16,
    width: line % 2 === 0 ? "96%" : "88%",
  })),
};

/** Show a skeleton of the content if loading takes longer than 150 milliseconds. */
export function LoadingState({ kind = "text" }: { kind?: LoadingKind }) {
  if (!useHasElapsed(150)) return null;
  return (
    <div className={styles["lines"]} role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      {skeletonLines[kind].map(({ line, height, width }) => (
        <Skeleton key={line} height={height} width={width} radius="sm" />
      ))}
    </div>
  );
}
