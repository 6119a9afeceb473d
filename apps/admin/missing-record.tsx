import type { PageAddress } from "@souk/contract";
import { EmptyState, LinkButton } from "@souk/ui";
import { IconMapQuestion } from "@tabler/icons-react";

interface MissingRecordProps {
  words: { text: string; back: string };
  /** The link to the list that the record would be in. */
  to: PageAddress;
}

/** Show a message in place of a record that does not exist, or no longer does. */
export function MissingRecord({ words, to }: MissingRecordProps) {
  return (
    <EmptyState
      icon={IconMapQuestion}
      title={words.text}
      action={<LinkButton to={to}>{words.back}</LinkButton>}
    />
  );
}
