import { Button, Group, Text, TextInput } from "@mantine/core";
import { errorWords, Section, useAction, useAdminConsole, usePanel } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { readInstallOrder } from "./install-order.ts";
import { strings } from "./strings.ts";
import { useMayManage } from "./use-may-manage.ts";

/** Installs an app by the link that its maker gave, its handle or its client id: the way goes over the app itself (INS-1). */
export function InstallForm() {
  const admin = useAdminConsole();
  const { addresses } = usePanel();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const start = useAction({
    run: (app: string) => admin.installs.start({ body: { app } }),
    onDone: ({ open }) => window.location.assign(open.url),
    quiet: true,
  });
  if (!useMayManage())
    return (
      <Section title={strings.install.title}>
        <Text c="dimmed">{strings.install.staff}</Text>
      </Section>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const order = readInstallOrder(text, addresses.admin);
    setFault(order.ok ? undefined : order.message);
    start.reset();
    if (order.ok) start.start(order.app);
  };
  const refused = start.error === null ? undefined : errorWords(start.error).text;
  return (
    <Section title={strings.install.title} lead={strings.install.lead}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={strings.install.label}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={fault ?? refused}
            autoComplete="off"
            spellCheck={false}
            maxLength={2_048}
            flex="1 1 280px"
            maw={520}
          />
          <Button type="submit" loading={start.isRunning} mt={{ base: 0, xs: 22 }}>
            {strings.install.button}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
