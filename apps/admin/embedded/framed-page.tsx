import { Group, Loader, Text } from "@mantine/core";
import { EmptyState } from "@souk/ui";
import { IconHourglass } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import styles from "./framed-page.module.css";
import type { Arrival } from "./use-arrival.ts";

interface FramedPageProps {
  url: string;
  /** The frame's accessible name. */
  title: string;
  /** The frame's height in CSS pixels; the window's height when omitted. */
  height?: number | undefined;
  frame?: Ref<HTMLIFrameElement>;
  arrival: Arrival;
  onArrive: () => void;
  /** The text shown while the page loads. */
  opening: string;
  /** The message shown when the page is late or blocked. */
  words: { title: string; text: string };
  /** The actions offered when the page is late or blocked. */
  ways: ReactNode;
}

/** Show a page of an app inside the admin, covered by a placeholder until it has loaded. */
export function FramedPage({ url, title, height, frame, arrival, onArrive, ...over }: FramedPageProps) {
  return (
    <div className={styles["stage"]} style={height === undefined ? undefined : { height }}>
      <iframe
        ref={frame}
        className={styles["frame"]}
        title={title}
        src={url}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
        referrerPolicy="no-referrer"
        allow=""
        onLoad={onArrive}
      />
      {arrival !== "there" && (
        <div className={styles["cover"]} role="status">
          {arrival === "loading" ? <Opening words={over.opening} /> : <Late {...over} />}
        </div>
      )}
    </div>
  );
}

function Opening({ words }: { words: string }) {
  return (
    <Group gap="sm">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{words}</Text>
    </Group>
  );
}

function Late({ words, ways }: Pick<FramedPageProps, "words" | "ways">) {
  return (
    <EmptyState icon={IconHourglass} title={words.title} action={<Group justify="center">{ways}</Group>}>
      {words.text}
    </EmptyState>
  );
}
