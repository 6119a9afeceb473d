import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { errorCode } from "./database-unavailable.ts";

/** A database that is copied, never used: nobody may be connected to it while it is copied. */
export interface TemplateDatabase {
  /** The server it is on, connected to another database of it. */
  admin: string;
  name: string;
}

export interface ClonedDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/**
 * Makes a template for tests.
 * @param admin address of a database on the server, as a role that may create databases
 * @param prepare fills it, as by `migrate`; it must have closed its connections when it resolves
 */
export async function createTemplate(
  admin: string,
  prepare: (connectionString: string) => Promise<unknown>,
): Promise<TemplateDatabase> {
  const name = `souk_template_${randomBytes(6).toString("hex")}`;
  await asAdmin(admin, `create database ${name}`);
  await prepare(databaseAddress(admin, name));
  return { admin, name };
}

/** Copies a template into a database of its own. */
export async function cloneDatabase(template: TemplateDatabase): Promise<ClonedDatabase> {
  const name = `souk_test_${randomBytes(6).toString("hex")}`;
  await asAdmin(template.admin, `create database ${name} template ${template.name} strategy file_copy`);
  return {
    connectionString: databaseAddress(template.admin, name),
    drop: () => dropTemplate({ admin: template.admin, name }),
  };
}

const mostTries = 300;
const pauseMs = 100;

/**
 * Drops a template, or another database of its server, with all connections to it.
 * @param pause waits before the next try
 */
export async function dropTemplate(
  { admin, name }: TemplateDatabase,
  pause: () => Promise<unknown> = () => sleep(pauseMs),
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await asAdmin(admin, `drop database if exists ${name} with (force)`);
    } catch (error) {
      // A worker of autovacuum in it is the superuser's: nobody else may end it, and it ends by itself in a moment.
      if (errorCode(error) !== "42501" || tries === mostTries) throw error;
      await pause();
    }
  }
}

async function asAdmin(admin: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin, application_name: "souk-template" });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

// The address of a Unix socket has no host before the path, which URL refuses; so the path is replaced in the text.
function databaseAddress(address: string, name: string): string {
  return address.replace(/^([a-z]+:\/\/[^/?]*)\/[^?]*/, `$1/${name}`);
}
