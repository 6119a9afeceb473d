import { EmptyState, LinkButton } from "@souk/ui";
import { IconMapQuestion } from "@tabler/icons-react";

interface MissingRecordProps {
  words: { text: string; back: string };
  /** The list that it would stand in. */
  to: string;
}

/** Stands in the place of a record that is not there, or no longer. */
export function MissingRecord({ words, to }: MissingRecordProps) {
  return (
    <EmptyState
      icon={IconMapQuestion}
      title={words.text}
      action={<LinkButton to={to}>{words.back}</LinkButton>}
    />
  );
}
