import { Button, Group, Stack, TextInput } from "@mantine/core";
import { Section } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { texts } from "../../texts.ts";

const words = texts.staff.requests;

interface RequestSearch {
  request_id: string;
  /** The handle of the store; empty if it was not entered. */
  store: string;
  /** The approximate time of the request in UTC, as ISO 8601; empty if it was not entered. */
  at: string;
}

interface RequestFormProps {
  initial: RequestSearch;
  onFind: (search: RequestSearch) => void;
}

/** Find a request id in a pasted text, such as a whole error message. */
function findRequestId(text: string): string | undefined {
  return /req_[A-Za-z0-9_-]{16}/.exec(text)?.[0];
}

/** Convert a UTC time to the value of an input with the browser's local time. */
function toLocalInput(at: string): string {
  const time = new Date(at);
  if (at === "" || Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Show the form for a request id, and for a store and time that widen the search. */
export function RequestForm({ initial, onFind }: RequestFormProps) {
  const [id, setId] = useState(initial.request_id);
  const [store, setStore] = useState(initial.store);
  const [at, setAt] = useState(toLocalInput(initial.at));
  const [isInvalid, setInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const request_id = findRequestId(id);
    setInvalid(request_id === undefined);
    if (request_id === undefined) return;
    onFind({ request_id, store: store.trim(), at: at === "" ? "" : new Date(at).toISOString() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Group align="flex-end">
          <TextInput
            label={words.id}
            placeholder={words.idHint}
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
            error={isInvalid ? words.invalid : undefined}
            autoComplete="off"
            spellCheck={false}
            flex={1}
            miw={{ base: "100%", xs: 280 }}
          />
          <Button type="submit">{words.find}</Button>
        </Group>
        <Section title={words.where} lead={words.whereHelp}>
          <Group align="flex-start">
            <TextInput
              label={words.store}
              value={store}
              onChange={(event) => setStore(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              maxLength={63}
              required={at !== ""}
              flex={1}
              miw={200}
            />
            <TextInput
              type="datetime-local"
              label={words.at}
              description={words.atHelp}
              inputWrapperOrder={["label", "input", "description"]}
              value={at}
              onChange={(event) => setAt(event.currentTarget.value)}
              required={store !== ""}
              flex={1}
              miw={200}
            />
          </Group>
        </Section>
      </Stack>
    </form>
  );
}
