"""A provisioner in Python, standard library only: one JSON message per line on standard input, one
response per line on standard output. It calls a service that offers `/operator/v1`: replace those
requests with what your service offers. TARGET is the address of the service, TOKEN the operator's
token."""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from decimal import Decimal
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TARGET = os.environ.get("TARGET", "http://127.0.0.1:8080")
TOKEN = os.environ.get("TOKEN", "")
ROLES = {"admin": "Admin", "reader": "Accountant", "manager": "Manager", "least": "Team Member"}
KINDS = (
    "roles users invites accounting_codes categories custom_fields custom_field_options "
    "budgets budget_members budget_owners transactions topups"
).split()


# The businesses that were created, and the ids of tokens, for later acts.
MADE = {}
TOKEN_IDS = {}


def speaking(token):
    def ask(method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        try:
            with urlopen(Request(TARGET + path, data, headers, method=method)) as answer:
                text = answer.read()
        except HTTPError as error:
            said = error.read().decode()
            raise RuntimeError(f"{method} {path}: {error.code} {said}") from error
        return json.loads(text) if text else None

    return ask


def without(row, *names):
    return {name: value for name, value in row.items() if name not in names}


class Making:
    """Creates a new business step by step."""

    def __init__(self, spec):
        self.spec = spec
        self.operator = speaking(TOKEN)
        body = {of: spec[of] for of in ("name", "currency", "features", "integration")}
        made = self.operator("POST", "/operator/v1/businesses", body)
        self.client_id = str(made["client_id"])
        MADE[self.client_id] = self
        self.ours = f"/operator/v1/businesses/{self.client_id}"
        self.theirs = f"/v1/businesses/{self.client_id}"
        self.ids = {kind: {} for kind in KINDS}
        by_name = {role["name"]: role["id"] for role in made["roles"]}
        self.ids["roles"] = {role: by_name[name] for role, name in ROLES.items()}
        self.admin = speaking(self.issue({"role_id": self.ids["roles"]["admin"]})["token"])
        for currency in spec["wallets"]:
            self.operator("POST", f"{self.ours}/wallets", {"currency": currency})

    def issue(self, token):
        return self.operator("POST", f"{self.ours}/tokens", {"name": "judge", **token})

    def person(self, one):
        kind = "user" if "user" in one else "invite"
        return {kind: {"id": int(self.ids[f"{kind}s"][one[kind]])}}

    def people(self):
        ids, ours, theirs = self.ids, self.ours, self.theirs
        for user in self.spec["users"]:
            body = without(user, "key", "role", "is_deleted", "expense_delegate")
            body["role_id"] = ids["roles"][user["role"]]
            ids["users"][user["key"]] = str(self.operator("POST", f"{ours}/users", body)["id"])
        for user in self.spec["users"]:
            if "expense_delegate" in user:
                assistants = [int(ids["users"][key]) for key in user["expense_delegate"]]
                path = f"{theirs}/users/{ids['users'][user['key']]}"
                self.admin("PATCH", path, {"expense_delegate": assistants})
        for invite in self.spec["invites"]:
            body = without(invite, "key", "role", "accepted")
            body["role_id"] = ids["roles"][invite["role"]]
            made = str(self.admin("POST", f"{theirs}/invites", body)["id"])
            ids["invites"][invite["key"]] = made
            if "accepted" in invite:
                name = without(invite["accepted"], "user")
                user = self.operator("POST", f"{ours}/invites/{made}/accept", name)
                ids["users"][invite["accepted"]["user"]] = str(user["id"])

    def catalogue(self):
        ids, ours, theirs = self.ids, self.ours, self.theirs
        # Records that a connected integration manages come only from its sync.
        synced = self.spec["integration"] not in (None, "MANUAL")
        for code in self.spec["accounting_codes"]:
            body = without(code, "key")
            made = (
                self.operator("POST", f"{ours}/sync/accounting-codes", body)
                if synced
                else self.admin("POST", f"{theirs}/accounting-codes", body)
            )
            ids["accounting_codes"][code["key"]] = made["id"]
        for category in self.spec["categories"]:
            code = ids["accounting_codes"].get(category.get("accounting_code"))
            body = {"name": category["name"], "accounting_code_id": code}
            made = self.admin("POST", f"{theirs}/categories", body)
            ids["categories"][category["key"]] = made["id"]
        for field in self.spec["custom_fields"]:
            texts = [{"text": option["text"]} for option in field["options"]]
            body = without(field, "key", "created_by", "options")
            own = field["created_by"] == "PUBLIC_API"
            if own:
                made = self.admin("POST", f"{theirs}/custom-fields", body)
            else:
                body = {**body, "created_by": field["created_by"], "options": texts}
                made = self.operator("POST", f"{ours}/sync/custom-fields", body)
            ids["custom_fields"][field["key"]] = made["id"]
            path = f"{theirs}/custom-fields/{made['id']}/options"
            for text in texts if own else []:
                self.admin("POST", path, text)
            listed = self.admin("GET", f"{path}?limit=500")["results"]
            by_text = {row["text"]: row["id"] for row in listed}
            for option in field["options"]:
                ids["custom_field_options"][option["key"]] = by_text[option["text"]]

    def budget(self, spec):
        ids = self.ids
        shares = [Decimal(one.get("reset_amount", "0")) for one in spec["members"]]
        # Members who will be removed have a share as well, until then.
        amount = sum(shares) if spec["has_member_limits"] else spec["reset_amount"]
        members = [
            {**self.person(one), "reset_amount": float(one["reset_amount"])}
            if "reset_amount" in one
            else self.person(one)
            for one in spec["members"]
        ]
        body = {
            **without(spec, "key", "is_deleted"),
            "reset_amount": float(amount),
            "limit_categories": spec["categories"] is not None,
            "categories": [ids["categories"][key] for key in spec["categories"] or []],
            "custom_fields": [{"id": ids["custom_fields"][key]} for key in spec["custom_fields"]],
            "members": members,
            "owners": [self.person(one) for one in spec["owners"]],
        }
        made = self.admin("POST", f"{self.theirs}/budgets", body)["id"]
        ids["budgets"][spec["key"]] = made
        for part in ("members", "owners"):
            path = f"{self.theirs}/budgets/{made}/{part}"
            rows = self.admin("GET", f"{path}?limit=500")["results"]
            for one in spec[part]:
                [(kind, person)] = self.person(one).items()
                [found] = [
                    row["id"] for row in rows if (row.get(kind) or {}).get("id") == person["id"]
                ]
                ids[f"budget_{part}"][one["key"]] = str(found)
                if one.get("is_deleted"):
                    self.admin("DELETE", f"{path}/{found}")

    def transaction(self, spec):
        """The act that records a transaction has ids instead of keys."""
        ids = self.ids
        body = without(spec, "key", "user", "budget")
        for name in ("amount", "fx_amount", "gst"):
            if name in spec:
                body[name] = float(spec[name])
        body["external_id"] = spec["key"]
        body["status"] = "CLEARED" if spec["status"] == "REFUNDED" else spec["status"]
        if "user" in spec:
            body["user_id"] = int(ids["users"].get(spec["user"], spec["user"]))
        if "budget" in spec:
            body["budget_id"] = ids["budgets"].get(spec["budget"], spec["budget"])
        body["line_items"] = [
            {
                **without(item, "category"),
                "amount": float(item["amount"]),
                "gst_amount": float(item["gst_amount"]),
                "category_id": ids["categories"].get(item.get("category"), item.get("category")),
            }
            for item in spec["line_items"]
        ]
        made = self.operator("POST", f"{self.ours}/transactions", body)["id"]
        if spec["status"] == "REFUNDED":
            path = f"{self.ours}/transactions/{made}/refund"
            self.operator("POST", path, {"date": spec["cleared_date"]})
        return made

    def record(self, spec):
        self.ids["transactions"][spec["key"]] = self.transaction(spec)

    def topups(self):
        ids = self.ids
        for topup in self.spec["topups"]:
            path = f"{self.theirs}/budgets/{ids['budgets'][topup['budget']]}"
            if "member" in topup:
                path += f"/members/{ids['budget_members'][topup['member']]}"
            body = {"amount": float(topup["amount"]), "description": topup["description"]}
            ids["topups"][topup["key"]] = self.admin("POST", f"{path}/topups", body)["id"]
        for policy in self.spec["policies"]:
            above = policy["above_amount"]
            body = {
                "name": policy["name"],
                "budget_id": ids["budgets"].get(policy["budget"]),
                "above_amount": None if above is None else float(above),
            }
            self.admin("POST", f"{self.theirs}/policies", body)

    def removals(self):
        for kind in ("budgets", "users"):
            for row in self.spec[kind]:
                if row.get("is_deleted"):
                    self.admin("DELETE", f"{self.theirs}/{kind}/{self.ids[kind][row['key']]}")

    def tokens(self):
        tokens = {}
        for token in self.spec["tokens"]:
            body = {"role_id": self.ids["roles"][token["role"]]}
            if "user" in token:
                body["user_id"] = int(self.ids["users"][token["user"]])
            if token["state"] == "expired":
                # By the service's own clock, which may have been set.
                created = self.issue(body)["created"].replace("Z", "+00:00")
                now = datetime.fromisoformat(created)
                soon = now + timedelta(seconds=1)
                body["expires_at"] = soon.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            made = self.issue(body)
            tokens[token["key"]] = made["token"]
            TOKEN_IDS[made["token"]] = made["id"]
            if token["state"] == "expired":
                time.sleep(1.2)
            if token["state"] == "revoked":
                self.operator("DELETE", f"{self.ours}/tokens/{made['id']}")
        return tokens


def set_clock(now):
    return speaking(TOKEN)("PUT", "/operator/v1/clock", {"now": now})


def record_transaction(client_id, transaction):
    return {"transaction_id": MADE[client_id].transaction(transaction)}


def accept_invite(client_id, invite_id, **name):
    path = f"{MADE[client_id].ours}/invites/{invite_id}/accept"
    return {"user_id": str(MADE[client_id].operator("POST", path, name)["id"])}


def issue_token(client_id, role, user_id=None):
    user = None if user_id is None else int(user_id)
    making = MADE[client_id]
    made = making.issue({"role_id": making.ids["roles"][role], "user_id": user})
    TOKEN_IDS[made["token"]] = made["id"]
    return {"token": made["token"]}


def revoke_token(client_id, token):
    making = MADE[client_id]
    return making.operator("DELETE", f"{making.ours}/tokens/{TOKEN_IDS[token]}")


# Acts on a service from outside the interface.
ACTS = {
    "set-clock": set_clock,
    "record-transaction": record_transaction,
    "accept-invite": accept_invite,
    "issue-token": issue_token,
    "revoke-token": revoke_token,
}


def has_clock():
    """Without a sandbox there is no clock to set: 404 instead of 400 for a missing time."""
    try:
        speaking(TOKEN)("PUT", "/operator/v1/clock", {})
    except RuntimeError as error:
        return ": 400 " in str(error)


def start(_request):
    product = {"name": "Example", "version": "1"}
    offered = [act for act in ACTS if act != "set-clock" or has_clock()]
    return {"version": 1, "base_url": TARGET, "product": product, "acts": offered}


def world(request):
    making = Making(request["business"])
    making.people()
    making.catalogue()
    for budget in making.spec["budgets"]:
        making.budget(budget)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(making.record, making.spec["transactions"]))
    making.topups()
    making.removals()
    # `missing` names what your service does not support: checks that need it are untestable.
    return {
        "client_id": making.client_id,
        "ids": making.ids,
        "tokens": making.tokens(),
        "missing": [],
    }


MESSAGES = {
    "start": start,
    "world": world,
    "act": lambda request: ACTS[request["act"]](**request["with"]),
    "stop": lambda _request: None,
}


def answered(request):
    answer = MESSAGES.get(request["message"])
    if answer is None:
        detail = f"no {request['message']} here"
        return {"ok": False, "error": {"code": "unsupported", "detail": detail}}
    try:
        return {"ok": True, "result": answer(request)}
    except Exception as error:  # the suite reports every error
        return {"ok": False, "error": {"code": "failed", "detail": str(error)}}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answered(request)}), flush=True)
