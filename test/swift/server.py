"""OpenStack Swift with its S3 API in one process, on loopback, with all its data in one folder.

usage: server.py FOLDER

Prints the port once it listens. The access key is test:tester, the secret is testing.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import listen, wsgi
from swift.common import constraints, utils

folder = sys.argv[1]
conf = os.path.join(folder, "conf")
devices = os.path.join(folder, "devices")
os.makedirs(conf)
os.makedirs(os.path.join(devices, "disk", "tmp"))


def write(name, text):
    path = os.path.join(conf, name)
    with open(path, "w") as file:
        file.write(text)
    return path


# Swift reads its settings from /etc by default; set these paths before importing the modules that read them.
utils.SWIFT_CONF_FILE = constraints.SWIFT_CONF_FILE = write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n"
    "[storage-policy:0]\nname = only\ndefault = yes\n"
    "[swift-constraints]\n",
)
utils.HASH_PATH_PREFIX, utils.HASH_PATH_SUFFIX = b"a", b"b"

from paste.deploy import loadapp
from swift.account.server import AccountController
from swift.common import storage_policy
from swift.common.ring.builder import RingBuilder
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

storage_policy.reload_storage_policies()


class NullLog:
    """Discards the access log."""

    def write(self, *_):
        pass

    def flush(self):
        pass


def ring(name, port):
    """One device stores all accounts, containers or objects."""
    builder = RingBuilder(part_power=4, replicas=1, min_part_hours=1)
    builder.add_dev(
        {
            "region": 1,
            "zone": 1,
            "ip": "127.0.0.1",
            "port": port,
            "replication_ip": "127.0.0.1",
            "replication_port": port,
            "device": "disk",
            "weight": 1,
            "meta": "",
        }
    )
    builder.rebalance()
    builder.get_ring().save(os.path.join(conf, name + ".ring.gz"))


# The ring files must exist before the servers that read them are created.
services = [("account", AccountController), ("container", ContainerController), ("object", ObjectController)]
sockets = {name: listen(("127.0.0.1", 0)) for name, _ in services}
for name, socket in sockets.items():
    ring(name, socket.getsockname()[1])
for name, controller in services:
    settings = {
        "devices": devices,
        "swift_dir": conf,
        "mount_check": "false",
        "db_preallocation": "false",
        "disable_fallocate": "true",
        "fallocate_reserve": "0",
    }
    eventlet.spawn(wsgi.server, sockets[name], controller(settings), NullLog())

proxy = loadapp(
    "config:"
    + write(
        "proxy.conf",
        f"""[DEFAULT]
swift_dir = {conf}

[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth proxy-server

[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:gatekeeper]
use = egg:swift#gatekeeper

# Nothing listens there; Swift works without memcached.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1

[filter:listing_formats]
use = egg:swift#listing_formats

[filter:s3api]
use = egg:swift#s3api
location = us-east-1
check_bucket_owner = false

[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
""",
    )
)

listener = listen(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
wsgi.server(listener, proxy, NullLog())
