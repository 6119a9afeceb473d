-- Files that no record needs, or not yet: what is put into the storage is written here before, and taken out again in the
-- transaction of the record that shows it. What is due is taken away, whatever died in between.
create table file_removals (
  store_id bigint not null,
  path text not null,
  due_at timestamptz(3) not null,
  -- How often it was taken away: twice, an hour apart, since a rendition may just have been made the first time.
  tries integer not null default 0,
  primary key (store_id, path)
);
create index file_removals_due on file_removals (due_at);

-- However a picture's record goes, with its product too, its file goes after it. The demo's pictures belong to the server.
create function release_image_files() returns trigger language plpgsql as $$
begin
  insert into file_removals (store_id, path, due_at)
  select store_id, path, clock_timestamp() from deleted where path not like '/demo/%'
  on conflict (store_id, path) do nothing;
  return null;
end $$;
create trigger product_images_release after delete on product_images
  referencing old table as deleted for each statement execute function release_image_files();
