import { ConfirmButton, useAdminConsole, useStore } from "@souk/ui";
import { ChangeMember } from "./change-member.tsx";
import { type Member, nameOf, stalePeople } from "./people-queries.ts";
import classes from "./row-actions.module.css";
import { strings } from "./strings.ts";

const small = { size: "xs" } as const;

/** What the signed-in person may do with one of the shop's people. */
export function MemberActions({ member }: { member: Member }) {
  const { role: own } = useStore();
  if (member.is_self) return member.role === "owner" ? null : <Leave member={member} />;
  const mayChange = own === "owner" || member.role === "staff";
  if (!mayChange || member.role === "owner") return null;
  return (
    <div className={classes["actions"]}>
      <ChangeMember member={member} />
      {own === "owner" && <HandOver member={member} />}
      <Remove member={member} />
    </div>
  );
}

function Remove({ member }: { member: Member }) {
  const admin = useAdminConsole();
  const name = nameOf(member);
  return (
    <ConfirmButton
      danger
      label={strings.remove}
      spoken={strings.removeOf(name)}
      button={small}
      title={strings.removeOf(name)}
      confirm={strings.remove}
      done={strings.removed(name)}
      onConfirm={() => admin.members.delete({ params: { id: member.id } })}
      refresh={stalePeople}
    >
      {strings.removeText}
    </ConfirmButton>
  );
}

function HandOver({ member }: { member: Member }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const name = nameOf(member);
  return (
    <ConfirmButton
      danger
      label={strings.handOver}
      spoken={strings.handOverSpoken(name)}
      button={small}
      title={strings.handOverOf(name)}
      confirm={strings.handOver}
      typed={handle}
      done={strings.handedOver(name)}
      onConfirm={() => admin.members.make_owner({ params: { id: member.id } })}
      // The document says which role the person before the screen has.
      onDone={() => location.reload()}
    >
      {strings.handOverText}
    </ConfirmButton>
  );
}

function Leave({ member }: { member: Member }) {
  const admin = useAdminConsole();
  return (
    <ConfirmButton
      danger
      label={strings.leave}
      button={small}
      title={strings.leaveTitle}
      confirm={strings.leave}
      onConfirm={() => admin.members.delete({ params: { id: member.id } })}
      onDone={() => location.assign("/?choose")}
    >
      {strings.leaveText}
    </ConfirmButton>
  );
}
