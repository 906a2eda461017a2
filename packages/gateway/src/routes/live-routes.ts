import type { Route, Routes } from "./route.js";

/** Routes that can be replaced while they are used. A request keeps the route that it found. */
export class LiveRoutes implements Routes {
  #routes: Routes;

  constructor(routes: Routes) {
    this.#routes = routes;
  }

  replace(routes: Routes): void {
    this.#routes = routes;
  }

  find(model: string): Route | undefined {
    return this.#routes.find(model);
  }

  list(): readonly Route[] {
    return this.#routes.list();
  }
}
