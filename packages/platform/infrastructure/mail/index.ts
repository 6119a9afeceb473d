export type {
  CustomerEmailScope,
  EmailCounts,
} from "./customer-emails.ts";
export { createMailCarrier } from "./email-carrier.ts";
export { deleteEmailsBefore } from "./email-store.ts";
export { mailboxPage } from "./mailbox-page.ts";
export { createPost, type Post } from "./post.ts";
