-- How long a sound plays, and the waveform of a voice message.
ALTER TABLE files ADD COLUMN duration_ms integer;
ALTER TABLE files ADD COLUMN waveform text;
