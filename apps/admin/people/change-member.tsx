import { Button, Group, Stack } from "@mantine/core";
import { Dialog, ErrorNote, useAction, useAdminConsole, useStore } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { fieldRefusal } from "../settings/field-refusal.ts";
import { type Member, nameOf, stalePeople } from "./people-queries.ts";
import { bodyOfRole, type GivenRole, RoleFields } from "./role-fields.tsx";
import { strings } from "./strings.ts";

/** Opens a window in which a person's role and areas are changed. */
export function ChangeMember({ member }: { member: Member }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const name = nameOf(member);
  return (
    <>
      <Button variant="default" size="xs" aria-label={strings.changeOf(name)} onClick={() => setOpen(true)}>
        {strings.change}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={strings.changeOf(name)} size="lg">
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
    done: strings.changed(nameOf(member)),
    refresh: stalePeople,
    quiet: true,
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.start();
  };
  const scopesError = fieldRefusal(action.error, "scopes");
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
            {strings.cancel}
          </Button>
          <Button type="submit" loading={action.isRunning}>
            {strings.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
