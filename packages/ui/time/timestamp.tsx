import { usePanel } from "../panel/panel-context.ts";
import { texts } from "../texts.ts";
import { formatInstant, formatRelativeTime } from "./format-instant.ts";
import { useNow } from "./use-now.ts";

interface TimestampProps {
  /** An ISO 8601 time; null if the event never happened. */
  at: string | null;
  /** The time zone. The default is the store's time zone, or outside a store the browser's. */
  timezone?: string;
  /** Whether to show the exact time instead of the relative one. */
  absolute?: boolean;
}

/** Show when something happened, as a relative time with the exact time as its title. */
export function Timestamp({ at, timezone, absolute = false }: TimestampProps) {
  const { store } = usePanel();
  const now = useNow();
  if (at === null) return <span>{texts.never}</span>;
  const zone = timezone ?? store?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const exactTime = formatInstant(at, zone);
  return (
    <time dateTime={at} title={exactTime}>
      {absolute ? exactTime : formatRelativeTime(at, now)}
    </time>
  );
}
