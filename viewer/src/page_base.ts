import { Vector3 } from "three";
import { frameValues, type PageObject } from "./page_object";
import type { Shell } from "./shell";

type Drawn = Pick<PageObject, "frame" | "selected" | "select" | "camera" | "project" | "arrows" | "framesDrawn" | "error">;

/// The part of the page object that replays and live simulations share.
export function drawnObject(shell: Shell): Drawn {
  const { picture } = shell;
  return {
    frame: () => (picture.moment ? frameValues(picture.moment.frame, shell.description.bodies) : null),
    selected: () => picture.selected,
    select: (body) => shell.select(body),
    camera: () => ({ position: picture.stage.camera.position.toArray(), target: picture.stage.controls.target.toArray() }),
    project: (point) => {
      picture.stage.camera.updateMatrixWorld();
      const box = picture.stage.canvas.getBoundingClientRect();
      const place = new Vector3(...point).project(picture.stage.camera);
      return [box.left + (0.5 + 0.5 * place.x) * box.width, box.top + (0.5 - 0.5 * place.y) * box.height];
    },
    arrows: () => ({ newtonsPerMetre: picture.newtonsPerMetre, arrows: picture.forces.drawn() }),
    framesDrawn: () => picture.stage.framesDrawn,
    error: () => shell.messages.error,
  };
}
