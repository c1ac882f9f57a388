-- The link of a message whose preview its sender wishes, as it stands in the text, and the preview once it is made.
ALTER TABLE messages ADD COLUMN preview_link text;
ALTER TABLE messages ADD COLUMN preview jsonb;
