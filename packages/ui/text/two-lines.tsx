import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface TwoLinesProps {
  first: ReactNode;
  /** The dimmed second line: a handle, an address, a type. Nothing is rendered when it is empty. */
  second: string;
}

/** Show a table cell with a name, and a detail that distinguishes it from others of that name. */
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
