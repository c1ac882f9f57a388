import { createContext, type ReactNode, useContext } from 'react';
import { PictureUrl } from '../../components/avatar.tsx';
import { NO_PICTURES, useHeldPictures } from '../../queries/uploads.ts';
import { useFileUrl } from './use-file-url.ts';

const WIDTH = 320;
const Held = createContext(NO_PICTURES);

const usePictureUrl = (id: string | null): string | null => {
  const { drawn, waiting } = useContext(Held);
  return useFileUrl(waiting.has(id ?? '') ? null : id, { width: WIDTH, isLocal: drawn.has(id ?? '') }).url;
};

/** Lets every face below find its picture: on this device while it is on its way, else on the server. */
export function PictureUrls({ children }: { children: ReactNode }) {
  return (
    <Held value={useHeldPictures()}>
      <PictureUrl value={usePictureUrl}>{children}</PictureUrl>
    </Held>
  );
}
