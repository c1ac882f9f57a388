import { PROGRAM_TYPES } from '../../../protocol/index.ts';

/** Whether the server will refuse a file as a program: by its bytes, as the server judges it (server/modules/files/judge-type.ts). */
export const isProgram = async (file: Blob): Promise<boolean> => {
  // Loaded when a file is picked that is neither picture nor film.
  const { fileTypeFromBlob } = await import('file-type');
  const found = await fileTypeFromBlob(file);
  return found !== undefined && PROGRAM_TYPES.has(found.mime);
};
