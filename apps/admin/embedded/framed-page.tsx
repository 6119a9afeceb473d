import { Group, Loader, Text } from "@mantine/core";
import { EmptyState } from "@souk/ui";
import { IconHourglass } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import styles from "./framed-page.module.css";
import type { Arrival } from "./use-arrival.ts";

interface FramedPageProps {
  url: string;
  /** What the frame is called to who does not see it. */
  title: string;
  /** CSS pixels; as high as the window when left out. */
  height?: number | undefined;
  frame?: Ref<HTMLIFrameElement>;
  arrival: Arrival;
  onArrive: () => void;
  /** Said until the page is there. */
  opening: string;
  /** Said when it is late, or is kept out. */
  words: { title: string; text: string };
  /** What can be done then. */
  ways: ReactNode;
}

/** A page of an app within the admin, under what stands over it until it is there. */
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
