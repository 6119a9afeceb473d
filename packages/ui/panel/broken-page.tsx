import { Button, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { describeError } from "../action/describe-error.ts";
import { texts } from "../texts.ts";

/** Show that a page failed, with the request id if there is one and a Reload button. */
export function BrokenPage({ error }: { error: unknown }) {
  const { request_id } = describeError(error);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${texts.brokenTitle} · ${texts.brand}`;
    heading.current?.focus();
  }, []);
  return (
    <Stack maw="34rem" py="lg">
      <Title order={1} ref={heading} tabIndex={-1}>
        {texts.brokenTitle}
      </Title>
      <Text>{texts.brokenText}</Text>
      {request_id !== null && (
        <Text c="dimmed" size="sm">
          {texts.requestId({ id: request_id })}
        </Text>
      )}
      <div>
        <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
      </div>
    </Stack>
  );
}
