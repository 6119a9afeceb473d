import { usePanel } from "../panel/panel-context.ts";
import { strings } from "../strings.ts";
import { formatInstant, relativeTime } from "./format-instant.ts";
import { useNow } from "./use-now.ts";

interface TimestampProps {
  /** ISO 8601; null: it never happened. */
  at: string | null;
  /** The shop's when left out, and the browser's where there is no shop. */
  timezone?: string;
  /** Writes the date out; otherwise it stands in the title. */
  absolute?: boolean;
}

/** When something happened: how long ago, with the exact time beside it. */
export function Timestamp({ at, timezone, absolute = false }: TimestampProps) {
  const { store } = usePanel();
  const now = useNow();
  if (at === null) return <span>{strings.never}</span>;
  const zone = timezone ?? store?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const exact = formatInstant(at, zone);
  return (
    <time dateTime={at} title={exact}>
      {absolute ? exact : relativeTime(at, now)}
    </time>
  );
}
