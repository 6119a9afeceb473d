import type { PageUrl } from "@souk/contract";
import { EmptyState, LinkButton } from "@souk/ui";
import { IconMapQuestion } from "@tabler/icons-react";

interface MissingRecordProps {
  words: { text: string; back: string };
  /** The page that lists all records of this kind. */
  to: PageUrl;
}

/** Show that a record does not exist, with a link to the list of all records. */
export function MissingRecord({ words, to }: MissingRecordProps) {
  return (
    <EmptyState
      icon={IconMapQuestion}
      title={words.text}
      action={<LinkButton to={to}>{words.back}</LinkButton>}
    />
  );
}
