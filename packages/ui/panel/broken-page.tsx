import { Button, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { errorWords } from "../action/error-words.ts";
import { strings } from "../strings.ts";

/** What a person sees when a page broke: that nothing saved is lost, the request id where there is one, and Reload. */
export function BrokenPage({ error }: { error: unknown }) {
  const { request_id } = errorWords(error);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${strings.brokenTitle} · ${strings.brand}`;
    heading.current?.focus();
  }, []);
  return (
    <Stack maw="34rem" py="lg">
      <Title order={1} ref={heading} tabIndex={-1}>
        {strings.brokenTitle}
      </Title>
      <Text>{strings.brokenText}</Text>
      {request_id !== null && (
        <Text c="dimmed" size="sm">
          {strings.requestId(request_id)}
        </Text>
      )}
      <div>
        <Button onClick={() => window.location.reload()}>{strings.reload}</Button>
      </div>
    </Stack>
  );
}
