curl 'http://playground.test:8080/search?q=tea&page=2&sort=name'
