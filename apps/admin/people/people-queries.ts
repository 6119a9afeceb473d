import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type Member = AnswerOf<typeof operations.updateMember>["member"];
export type Invitation = AnswerOf<typeof operations.listInvitations>["invitations"][number];
export type SentInvitation = AnswerOf<typeof operations.createInvitation>["invitation"];

/** What is asked anew when somebody comes, goes or is changed. */
export const stalePeople = [["members"], ["invitations"], ["audit_entries"]] as const;

/** The people of the shop, a page at a time. */
export function useMembers(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["members", { page }],
    queryFn: ({ signal }) => admin.members.list({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The open invitations, a page at a time. */
export function useInvitations(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["invitations", { page }],
    queryFn: ({ signal }) => admin.invitations.list({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What a person is called. */
export function nameOf({ name, email }: Pick<Member, "name" | "email">): string {
  return name === "" ? email : name;
}
