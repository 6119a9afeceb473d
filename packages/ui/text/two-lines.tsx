import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface TwoLinesProps {
  first: ReactNode;
  /** Dimmed, below the first: a handle, an address, a kind. Nothing of it is drawn when it is empty. */
  second: string;
}

/** A cell of a table: what something is called, and what tells it apart from others of that name. */
export function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <Stack gap={0} component="span" miw={0}>
      <span>{first}</span>
      {second !== "" && (
        <Text span size="sm" c="dimmed" fw={400}>
          {second}
        </Text>
      )}
    </Stack>
  );
}
