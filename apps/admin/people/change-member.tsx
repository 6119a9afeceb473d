import { Button, Group, Stack } from "@mantine/core";
import { Dialog, ErrorNote, useAction, useAdminConsole, useStore } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { getFieldError } from "../settings/field-error.ts";
import { texts } from "../texts.ts";
import { getDisplayName, type Member, stalePeople } from "./people-queries.ts";
import { bodyOfRole, type GivenRole, RoleFields } from "./role-fields.tsx";

/** Show the dialog that changes a person's role and areas. */
export function ChangeMember({ member }: { member: Member }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const name = getDisplayName(member);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={texts.people.changeLabel({ name })}
        onClick={() => setOpen(true)}
      >
        {texts.people.change}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={texts.people.changeLabel({ name })} size="lg">
        <ChangeForm member={member} onClose={close} />
      </Dialog>
    </>
  );
}

function ChangeForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const admin = useAdminConsole();
  const { role: own } = useStore();
  const [given, setGiven] = useState<GivenRole>({
    role: member.role === "manager" ? "manager" : "staff",
    scopes: member.scopes,
  });
  const action = useAction({
    run: () => admin.members.update({ params: { id: member.id }, body: bodyOfRole(given) }),
    done: texts.people.changed({ name: getDisplayName(member) }),
    refresh: stalePeople,
    quiet: true,
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.start();
  };
  const scopesError = getFieldError(action.error, "scopes");
  return (
    <form onSubmit={submit}>
      <Stack>
        <RoleFields
          given={given}
          mayMakeManagers={own === "owner"}
          scopesError={scopesError}
          onChange={setGiven}
        />
        {action.error !== null && scopesError === null && <ErrorNote error={action.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={action.isRunning}>
            {texts.people.cancel}
          </Button>
          <Button type="submit" loading={action.isRunning}>
            {texts.people.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
