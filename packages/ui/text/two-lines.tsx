import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface TwoLinesProps {
  first: ReactNode;
  /** The dimmed second line, such as a handle. If it is empty, only the first line is shown. */
  second: string;
}

/** Show a table cell with a name and, below it, a detail that distinguishes records with the same name. */
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
